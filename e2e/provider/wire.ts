import type { ServerResponse } from "node:http";
import { random } from "./random.ts";

/** Maximum length of a chunk. Most chunks are shorter than an event, and some contain several. */
const MAX_CHUNK_BYTES = 200;

/**
 * Writes the bytes of one response. It can split chunks anywhere, even inside a character or an event
 * delimiter, and break the connection after any byte.
 */
export class Wire {
  readonly response: ServerResponse;
  private readonly encoder = new TextEncoder();
  private next: (() => number) | null = null;
  private buffered = new Uint8Array();
  private left = Number.POSITIVE_INFINITY;
  written = 0;
  /** Whether the connection was broken by `cutAt`. */
  broken = false;
  private isHeld = false;

  constructor(response: ServerResponse, split?: number) {
    this.response = response;
    if (split !== undefined) this.split(split);
  }

  head(headers: Record<string, string>): void {
    this.response.writeHead(200, headers);
  }

  /** From here on, splits chunks at positions determined by the seed. */
  split(seed: number): void {
    this.next = random(seed);
  }

  /** From here on, the end of a response leaves the connection open. */
  hold(): void {
    this.isHeld = true;
  }

  cutAt(bytes: number): void {
    this.left = bytes - this.written;
    if (this.left <= 0) this.break();
  }

  /** Returns false if the socket is full: wait for `drain`. */
  write(text: string): boolean {
    if (this.broken) return true;
    if (!this.next && this.left === Number.POSITIVE_INFINITY) {
      this.written += Buffer.byteLength(text);
      return this.response.write(text);
    }
    const bytes = this.encoder.encode(text).subarray(0, this.left);
    this.left -= bytes.length;
    this.written += bytes.length;
    const isFree = this.send(bytes);
    if (this.left <= 0) this.break();
    return isFree;
  }

  end(text = ""): void {
    this.write(text);
    this.flush();
    if (!this.broken && !this.isHeld) this.response.end();
  }

  flush(): void {
    if (this.buffered.length > 0 && this.response.writable) this.response.write(this.buffered);
    this.buffered = new Uint8Array();
  }

  private send(bytes: Uint8Array): boolean {
    if (!this.next) return this.response.write(bytes);
    let rest = new Uint8Array(this.buffered.length + bytes.length);
    rest.set(this.buffered);
    rest.set(bytes, this.buffered.length);
    let isFree = true;
    for (;;) {
      const length = 1 + Math.floor(this.next() ** 3 * MAX_CHUNK_BYTES);
      if (length > rest.length) break;
      isFree = this.response.write(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    this.buffered = rest;
    return isFree;
  }

  private break(): void {
    if (this.broken) return;
    this.flush();
    this.broken = true;
    breakOff(this.response);
  }
}

/** Destroys a connection after the pending writes were sent. */
export function breakOff(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const destroy = () => {
      response.destroy();
      done();
    };
    if (response.headersSent && response.writable) response.write("", () => setImmediate(destroy));
    else destroy();
  });
}
