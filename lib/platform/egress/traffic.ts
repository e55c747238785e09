import type { Socket } from "node:net";
import { AppError } from "@/lib/shared/errors";

export type Allowance = {
  connections: number;
  /** Bytes in both directions, over all connections, within `windowMs`. */
  bytes: number;
  windowMs: number;
  /** Time without traffic after which a connection is closed. */
  idleMs: number;
};

export const ALLOWANCE: Allowance = {
  connections: 100,
  bytes: 200_000_000,
  windowMs: 600_000,
  idleMs: 120_000,
};

const TICK_MS = 250;

type Counted = { bytes: number; changedAt: number };

/**
 * The connections of one user of the proxy. Traffic is measured periodically, and connections are closed
 * beyond the allowance.
 */
export class Traffic {
  readonly #allowance: Allowance;
  readonly #sockets = new Map<Socket, Counted>();
  #promised = 0;
  #isClosed = false;
  #window = { since: performance.now(), bytes: 0 };
  #timer: NodeJS.Timeout | undefined;

  constructor(allowance: Allowance = ALLOWANCE) {
    this.#allowance = allowance;
  }

  /** Reserves a slot while `connect` opens a connection. Throws an AppError beyond the allowance. */
  async through(connect: () => Promise<Socket>): Promise<Socket> {
    const { connections, bytes } = this.#allowance;
    if (this.#sockets.size + this.#promised >= connections)
      throw tooMuch(`more than ${connections} connections are open at once`);
    if (this.#used() > bytes)
      throw tooMuch(`more than ${bytes / 1_000_000} MB were transferred within minutes`);
    this.#promised++;
    try {
      const socket = await connect();
      this.#add(socket);
      if (this.#isClosed) this.#end();
      return socket;
    } finally {
      this.#promised--;
    }
  }

  /** Closes all connections, also those that are still being opened. It cannot be used afterwards. */
  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  #end(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  #add(socket: Socket): void {
    this.#sockets.set(socket, { bytes: 0, changedAt: performance.now() });
    this.#timer ??= setInterval(() => this.#count(), TICK_MS).unref();
    socket.once("close", () => {
      this.#countOne(socket);
      this.#sockets.delete(socket);
      if (this.#sockets.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  #count(): void {
    for (const socket of this.#sockets.keys()) this.#countOne(socket);
    if (this.#used() > this.#allowance.bytes) this.#end();
  }

  #countOne(socket: Socket): void {
    const counted = this.#sockets.get(socket);
    if (!counted) return;
    const now = performance.now();
    const bytes = socket.bytesRead + socket.bytesWritten;
    if (bytes > counted.bytes) {
      this.#window.bytes += bytes - counted.bytes;
      Object.assign(counted, { bytes, changedAt: now });
    } else if (now - counted.changedAt > this.#allowance.idleMs) socket.destroy();
  }

  #used(): number {
    const now = performance.now();
    if (now - this.#window.since > this.#allowance.windowMs) this.#window = { since: now, bytes: 0 };
    return this.#window.bytes;
  }
}

const tooMuch = (what: string) =>
  new AppError("too_many_requests", `The page uses the network too much: ${what}. Wait, or close the page.`);
