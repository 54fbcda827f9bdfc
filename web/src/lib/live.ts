/** How long to wait before trying again: longer each time, at most eight seconds, never all at once. */
export const patience = (tries: number) => Math.min(8000, 300 * 2 ** tries) * (0.7 + 0.6 * Math.random());

/** The address of a socket of this server. */
export const socketAt = (path: string) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api${path}`;
