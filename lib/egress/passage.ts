import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import pLimit from "p-limit";
import { withDeadline } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import type { Dial } from "./dial";
import { egressFailure } from "./failure";
import type { Ways } from "./guarded-fetch";
import { refuseOwn } from "./own-address";
import { settle } from "./plain-request";
import type { Way, WayOptions } from "./proxy";
import { findTarget, type Lookup, portOf, type Target } from "./target";
import { type Allowance, Traffic } from "./traffic";
import { Visit } from "./visit";

type Options = Omit<WayOptions, "at"> & Pick<Way, "password" | "probe">;

/** From the look-up to the connection. */
const CONNECT_MS = 15_000;
/** At once. */
const LOOKUPS = 2;
const AUTHORITY = /^(\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+):\d{1,5}$/i;

/** One user of the proxy: where its requests may go, and what they have under way. */
export class Passage {
  readonly password: string;
  readonly probe: Way["probe"];
  readonly #options: Options;
  readonly #network: Ways;
  readonly #traffic: Traffic;
  readonly #lookups = pLimit(LOOKUPS);

  constructor(options: Options, network: Ways, allowance?: Allowance) {
    this.password = options.password;
    this.probe = options.probe;
    this.#options = options;
    this.#network = network;
    this.#traffic = new Traffic(allowance);
  }

  /** A connection to where a request or a tunnel wants to go, if it may, and its record; throws in words. */
  async connect(request: IncomingMessage, isTunnel: boolean): Promise<{ socket: Socket; visit: Visit }> {
    const { method = "", url = "", socket: source } = request;
    const { caller: ask, onRefused } = this.#options;
    const caller = ask();
    if (!caller) throw new AppError("forbidden", "Nobody has asked for anything, so nothing is let through.");
    const visit = new Visit({ caller, via: "connection", method, url }, this.#network.record);
    try {
      const socket = await withDeadline(endOf(source), CONNECT_MS, (signal) =>
        this.#traffic.through(async () => {
          const { dial, holes } = this.#network;
          const lookup = this.#lookup(signal);
          const given = isTunnel ? addressOf(url) : url;
          const target = await findTarget(given, { lookup, holes: holes(), signal, visit });
          refuseOwn(target);
          if (!isTunnel) settle(request, target.url);
          return connected(dial, target, signal);
        }),
      );
      source.once("close", () => socket.destroySoon());
      if (source.destroyed) socket.destroy();
      socket.once("close", () => {
        visit.note({ sent: socket.bytesWritten, received: socket.bytesRead });
        visit.end();
      });
      return { socket, visit };
    } catch (error) {
      const failure = egressFailure(error, isTunnel ? `https://${url}` : url);
      visit.end(failure);
      onRefused?.({ url, reason: failure.message });
      throw failure;
    }
  }

  close(): void {
    this.#traffic.close();
  }

  /** Few at a time, so that a page full of names which nobody answers for does not keep everyone else waiting. */
  #lookup =
    (signal: AbortSignal): Lookup =>
    (hostname) =>
      this.#lookups(() => {
        signal.throwIfAborted();
        return this.#network.lookup(hostname);
      });
}

function addressOf(authority: string): string {
  if (!AUTHORITY.test(authority))
    throw new AppError("invalid", "A tunnel leads to host:port and nothing else.");
  return `https://${authority}`;
}

function endOf(source: Socket): AbortSignal {
  const end = new AbortController();
  const gone = () =>
    end.abort(new AppError("unavailable", "Whoever asked went away before it was connected."));
  source.once("close", gone);
  if (source.destroyed) gone();
  return end.signal;
}

function connected(dial: Dial, target: Target, signal: AbortSignal): Promise<Socket> {
  const { url } = target;
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const connect = dial(target);
  return new Promise((done, fail) => {
    connect({ hostname, protocol: "http:", port: String(portOf(url)) }, (...[error, socket]) => {
      if (error) return fail(error);
      if (!signal.aborted) return done(socket);
      socket.destroy();
      fail(signal.reason);
    });
  });
}
