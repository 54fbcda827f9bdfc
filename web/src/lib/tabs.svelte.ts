/** Whether the same table is open in another tab of this browser. */
export class Tabs {
  others = $state(false);
  private channel: BroadcastChannel | null = null;

  constructor(table: string) {
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel(`table ${table}`);
    this.channel = channel;
    channel.onmessage = (event: MessageEvent<"here" | "who" | "gone">) => {
      if (event.data === "who") channel.postMessage("here");
      this.others = event.data !== "gone";
      if (event.data === "gone") channel.postMessage("who"); // perhaps there is a third one
    };
    channel.postMessage("who");
    addEventListener("pagehide", () => this.close());
  }

  close(): void {
    this.channel?.postMessage("gone");
    this.channel?.close();
    this.channel = null;
  }
}
