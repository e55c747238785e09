import { randomBytes, timingSafeEqual } from "node:crypto";
import { Agent, type ClientRequest, createServer } from "node:http";
import type { Socket } from "node:net";
import {
  type PrepareRequestFunctionOpts,
  type PrepareRequestFunctionResult,
  RequestError,
  Server,
} from "proxy-chain";
import type { ErrorCode } from "@/lib/shared/errors";
import { egressFailure } from "./failure";
import type { EgressNetwork } from "./guarded-fetch";
import { Passage } from "./passage";
import type { ProxyAccess, ProxyAccessOptions } from "./proxy";
import type { Allowance } from "./traffic";

declare module "node:http" {
  interface Agent {
    /** Called by every request on its agent; missing in the types. */
    addRequest(request: ClientRequest, options: object): void;
  }
}

const REALM = "Easel";
const MAX_SOCKETS = 2_000;
const HEADERS_MS = 10_000;

/**
 * The forward proxy. The package `proxy-chain` parses requests and relays responses. Easel gives it a checked
 * destination and an open connection, so that it never resolves a name or connects by itself.
 */
export class GuardProxy {
  readonly #network: EgressNetwork;
  readonly #allowance: Allowance | undefined;
  readonly #passages = new Map<string, Passage>();
  readonly #server: Server;
  readonly #tunnels = new WeakMap<Socket, Socket>();
  readonly #joiner = createServer();
  #listening: Promise<void> | undefined;

  constructor(network: EgressNetwork, listen: { host: string; port: number }, allowance?: Allowance) {
    this.#network = network;
    this.#allowance = allowance;
    this.#server = new Server({
      ...listen,
      authRealm: REALM,
      prepareRequestFunction: (asked) => this.#prepare(asked),
    });
    const { server } = this.#server;
    // Close each connection after its response. Otherwise the client could read excess bytes of one response as
    // the start of the next.
    server.maxRequestsPerSocket = 1;
    server.keepAliveTimeout = 1;
    server.keepAliveTimeoutBuffer = 0;
    server.headersTimeout = HEADERS_MS;
    server.maxConnections = MAX_SOCKETS;
    this.#joiner.removeAllListeners("connection");
    this.#joiner.on("connection", (source: Socket) => this.#join(source));
  }

  async open(
    options: Omit<ProxyAccessOptions, "at">,
  ): Promise<Omit<ProxyAccess, "server"> & { port: number }> {
    this.#listening ??= this.#server.listen().catch((error) => {
      this.#listening = undefined;
      throw error;
    });
    await this.#listening;
    const [username, password] = [randomBytes(9).toString("hex"), randomBytes(24).toString("hex")];
    const probe = {
      url: `http://${randomBytes(9).toString("hex")}.invalid/`,
      answer: randomBytes(9).toString("hex"),
    };
    const passage = new Passage({ ...options, password, probe }, this.#network, this.#allowance);
    this.#passages.set(username, passage);
    const close = () => {
      this.#passages.delete(username);
      passage.close();
    };
    return { port: this.#server.port, username, password, probe, close };
  }

  async close(): Promise<void> {
    for (const passage of this.#passages.values()) passage.close();
    this.#passages.clear();
    if (this.#listening) await this.#server.close(true);
  }

  async #prepare(asked: PrepareRequestFunctionOpts): Promise<PrepareRequestFunctionResult> {
    const { request, username, password, isHttp } = asked;
    const passage = this.#passages.get(username);
    if (!passage || !isSame(password, passage.password))
      return { requestAuthentication: true, failMsg: "This proxy requires a user name and a password." };
    const { probe } = passage;
    if (isHttp && request.url === probe.url)
      return { customResponseFunction: () => ({ body: probe.answer }) };
    const { socket, visit } = await passage.connect(request, !isHttp).catch((error: unknown) => {
      throw refused(error);
    });
    if (isHttp) return { httpAgent: new Single(socket, (status) => visit.note({ status })) };
    this.#tunnels.set(request.socket, socket);
    return { customConnectServer: this.#joiner };
  }

  #join(source: Socket): void {
    const target = this.#tunnels.get(source);
    if (!target) return void source.destroy();
    source.pipe(target).pipe(source);
    target.once("close", () => source.destroySoon());
  }
}

/** HTTP agent for one request. It uses the given open socket and reports the status of the response. */
class Single extends Agent {
  readonly #socket: Socket;
  readonly #onStatus: (status: number | undefined) => void;

  constructor(socket: Socket, onStatus: (status: number | undefined) => void) {
    super({ keepAlive: false });
    this.#socket = socket;
    this.#onStatus = onStatus;
  }

  override addRequest(request: ClientRequest, options: object): void {
    request.once("response", ({ statusCode }) => this.#onStatus(statusCode));
    super.addRequest(request, options);
  }

  override createConnection(): Socket {
    return this.#socket;
  }
}

const STATUS: Partial<Record<ErrorCode, number>> = { forbidden: 403, invalid: 400, too_many_requests: 429 };

function refused(error: unknown): RequestError {
  const { code, message } = egressFailure(error, "");
  return new RequestError(message, STATUS[code] ?? 502);
}

function isSame(actual: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(wanted)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
