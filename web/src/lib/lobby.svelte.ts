/** Open tables, as the server tells them; it comes back by itself after a lost connection. */
import type { Lobby as Told, TableInfo } from "../types/server.d.ts";
import { patience, socketAt } from "./live.ts";

export class Lobby {
  tables = $state.raw<TableInfo[]>([]);
  live = $state(false);
  private socket: WebSocket | null = null;
  private tries = 0;
  private shut = false;

  constructor() {
    this.open();
  }

  private open(): void {
    if (this.shut) return;
    const socket = new WebSocket(socketAt("/lobby/socket"));
    this.socket = socket;
    socket.onmessage = (event) => {
      this.tries = 0;
      this.live = true;
      this.tables = (JSON.parse(event.data as string) as Told).tables;
    };
    socket.onclose = () => {
      this.live = false;
      if (!this.shut) setTimeout(() => this.open(), patience(this.tries++));
    };
  }

  close(): void {
    this.shut = true;
    this.socket?.close();
  }
}
