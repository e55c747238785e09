import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import pLimit from "p-limit";
import { withDeadline } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import { EGRESS_VIA } from "@/lib/shared/own-api";
import type { Dial } from "./dial";
import { egressFailure } from "./failure";
import type { EgressNetwork } from "./guarded-fetch";
import type { ProxyAccess, ProxyAccessOptions } from "./proxy";
import { type EgressTarget, findTarget, type Lookup, portOf } from "./target";
import { type Allowance, Traffic } from "./traffic";
import { RequestAudit } from "./visit";

type Options = Omit<ProxyAccessOptions, "at"> & Pick<ProxyAccess, "password" | "probe">;

/** Timeout from the lookup until the connection is open. */
const CONNECT_MS = 15_000;
const LOOKUPS = 2;
const AUTHORITY = /^(\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+):\d{1,5}$/i;

/** The permissions and connections of one client of the proxy. */
export class Passage {
  readonly password: string;
  readonly probe: ProxyAccess["probe"];
  readonly #options: Options;
  readonly #network: EgressNetwork;
  readonly #traffic: Traffic;
  readonly #lookups = pLimit(LOOKUPS);

  constructor(options: Options, network: EgressNetwork, allowance?: Allowance) {
    this.password = options.password;
    this.probe = options.probe;
    this.#options = options;
    this.#network = network;
    this.#traffic = new Traffic(allowance);
  }

  /**
   * Checks the destination of a request or tunnel, connects to it, and returns the connection with its audit
   * record. Throws an AppError.
   */
  async connect(
    request: IncomingMessage,
    isTunnel: boolean,
  ): Promise<{ socket: Socket; visit: RequestAudit }> {
    const { method = "", url = "", socket: source } = request;
    const { caller: ask, onRefused, onConnected } = this.#options;
    const caller = ask();
    if (!caller) throw new AppError("forbidden", "No call is active, so connections are refused.");
    const visit = new RequestAudit({ caller, via: "connection", method, url }, this.#network.record);
    try {
      const socket = await withDeadline(endOf(source), CONNECT_MS, (signal) =>
        this.#traffic.through(async () => {
          const { dial, holes } = this.#network;
          const lookup = this.#lookup(signal);
          const requestedUrl = isTunnel ? addressOf(url) : url;
          const target = await findTarget(requestedUrl, { lookup, holes: holes(), signal, visit });
          if (!isTunnel) rewriteRequest(request, target);
          return connected(dial, target, signal);
        }),
      );
      source.once("close", () => socket.destroySoon());
      if (source.destroyed) socket.destroy();
      onConnected?.(isTunnel ? addressOf(url) : url);
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

  /**
   * Limits concurrent lookups per client, so that a page with many unresponsive names does not block other
   * lookups.
   */
  #lookup =
    (signal: AbortSignal): Lookup =>
    (hostname) =>
      this.#lookups(() => {
        signal.throwIfAborted();
        return this.#network.lookup(hostname);
      });
}

function addressOf(authority: string): string {
  if (!AUTHORITY.test(authority)) throw new AppError("invalid", "The target of a tunnel must be host:port.");
  return `https://${authority}`;
}

function endOf(source: Socket): AbortSignal {
  const end = new AbortController();
  const gone = () =>
    end.abort(new AppError("unavailable", "The client disconnected before the connection was made."));
  source.once("close", gone);
  if (source.destroyed) gone();
  return end.signal;
}

function connected(dial: Dial, target: EgressTarget, signal: AbortSignal): Promise<Socket> {
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

/** Request headers that describe the connection to the proxy, and are not forwarded. */
const OF_CONNECTION =
  /^(host|connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.*)$/;
const FRAMED = new Set(["POST", "PUT", "PATCH"]);

/**
 * Rewrites the forwarded request: uses the checked URL and its Host, and removes or rejects whatever could be
 * parsed as a second request.
 */
function rewriteRequest(request: IncomingMessage, { url, isInner }: EgressTarget): void {
  const { method = "", headers, rawHeaders } = request;
  if (method === "TRACE") throw new AppError("invalid", "TRACE is not forwarded.");
  if (headers["transfer-encoding"] !== undefined && !FRAMED.has(method))
    throw new AppError("invalid", `${method} with a body of unknown length is not forwarded.`);
  const named = new Set((headers.connection ?? "").toLowerCase().split(/[\s,]+/));
  named.delete("content-length");
  const forwarded: string[] = ["Host", url.host];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = rawHeaders.slice(i, i + 2);
    const lower = name.toLowerCase();
    if (!OF_CONNECTION.test(lower) && !named.has(lower)) forwarded.push(name, value);
  }
  if (isInner) forwarded.push("Via", EGRESS_VIA);
  request.rawHeaders = forwarded;
  request.url = url.href;
}
