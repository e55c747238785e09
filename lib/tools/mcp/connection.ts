import type { Client, ServerCapabilities } from "@modelcontextprotocol/client";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { ServedTool } from "@/lib/shared/mcp/served";
import type { ServerView } from "@/lib/shared/mcp/view";
import type { McpServer } from "@/lib/store/agents/mcp-servers";
import { publish } from "@/lib/store/bus";
import type { LeftOut, RepairedTool } from "./definition";
import { goneError, isUnauthorized, serverFailureOf } from "./failure";
import { instructionsOf, ListQueue, listTools } from "./listing";
import { isConfirmed } from "./local";
import { type Called, callOn, newMcpClient } from "./new-client";
import type { Answered, OpenCall } from "./open-call";
import { ServerAskQueue } from "./server-asks";
import { SignIn } from "./sign-in";
import { suspendedCalls } from "./suspended-calls";
import { openTransport, type Signing } from "./transport";

const CONNECT_MS = 20_000;
/** Time limit for a local program, which may have to be downloaded before it starts. */
const LOCAL_MS = 90_000;
/** Time to wait for the version probe. Old servers do not answer it, and some exit. */
const PROBE_MS = 3_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 300_000;
const MAX_SIGN_INS = 3;

/**
 * The connection to one server. It reconnects with delays of 1 s to 5 min. A fault of the server ends only this
 * connection.
 */
export class Connection {
  readonly row: McpServer;
  status: ServerView["status"] = "connecting";
  error: string | null = null;
  readonly signIn: SignIn;
  /** When this process began to connect, as `performance.now()`. */
  readonly begunAt = performance.now();
  protocolVersion: string | null = null;
  capabilities: ServerCapabilities = {};
  tools: ServedTool[];
  leftOut: LeftOut[] = [];
  mended: RepairedTool[] = [];
  /** The instructions that the user accepted, and those that the server sends now. */
  instructions: string | null;
  serverInstructions: string | null = null;
  /** Invisible characters removed from the server's messages since it was connected. */
  removed = 0;
  private readonly serverAsks = new ServerAskQueue();
  private asking = new ListQueue();
  private client: Client | undefined;
  private transport: Signing | undefined;
  private attempt: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private delay = FIRST_DELAY_MS;
  private wasConnected = false;
  private isClosed = false;
  private isOld = false;
  /** Consecutive sign-ins without a successful call in between. */
  private signIns = 0;

  constructor(row: McpServer) {
    this.row = row;
    this.tools = row.tools;
    this.instructions = row.instructions;
    this.signIn = new SignIn(row);
  }

  private get isLocal(): boolean {
    return this.row.transport === "stdio";
  }

  get isConnected(): boolean {
    return this.status === "connected";
  }

  /** Connects now. Resolves when that succeeded or failed. Never rejects. */
  async start(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isLocal && !isConfirmed(this.row)) return this.turn("unconfirmed", null);
    this.attempt?.abort(new Error("restarted"));
    const attempt = new AbortController();
    this.attempt = attempt;
    if (!this.wasConnected && this.error === null) this.turn("connecting", null);
    await this.drop();
    const limitMs = this.isLocal ? LOCAL_MS : CONNECT_MS;
    const deadline = AbortSignal.any([attempt.signal, AbortSignal.timeout(limitMs)]);
    try {
      await this.connect(attempt, deadline);
      this.delay = FIRST_DELAY_MS;
      this.wasConnected = true;
      this.signIn.end();
      this.turn("connected", null);
    } catch (error) {
      if (attempt.signal.aborted || this.isClosed) return;
      await this.drop();
      if (this.wantsSignIn(error)) return;
      // The version probe may have caused the failure, so try once without it.
      this.isOld = this.isLocal && !this.isOld && !this.wasConnected;
      if (this.isOld) return this.start();
      this.turn(
        this.wasConnected ? "lost" : "failed",
        serverFailureOf(error, deadline.aborted ? limitMs : undefined),
      );
      this.retry();
    }
  }

  async finishSignIn(params: URLSearchParams): Promise<void> {
    const { transport } = this;
    if (!transport) throw new AppError("conflict", "The sign-in has expired. Start it again.");
    this.signIn.end();
    this.signIns++;
    try {
      await transport.finishAuth(params);
    } catch (error) {
      await this.start();
      const message = `${this.row.title} rejected the sign-in. ${serverFailureOf(error)} Sign in again.`;
      throw new AppError("unavailable", message, { cause: error });
    }
    await this.start();
  }

  /** Connects at the user's request, without counting earlier sign-ins. */
  reconnect(): Promise<void> {
    this.signIns = 0;
    return this.start();
  }

  private wantsSignIn(error: unknown): boolean {
    if (!isUnauthorized(error) && this.signIn.url === null) return false;
    if (this.signIns >= MAX_SIGN_INS) {
      this.signIn.end();
      this.turn(
        "failed",
        `The server accepted ${MAX_SIGN_INS} sign-ins but still asks for another. It may require a permission that the sign-in did not grant. Test the server to try again.`,
      );
      return true;
    }
    const hint = "The server requires a key or a pre-registered client.";
    this.turn("sign_in", this.signIn.url === null ? hint : null);
    return true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.attempt?.abort(new Error("closed"));
    await this.drop();
  }

  /**
   * Calls a tool by the name that the server uses, or continues the suspended call. Returns the server's
   * questions, if any. Throws an AppError with a message for the model.
   */
  call(tool: string, args: unknown, called: Called): Promise<Answered> {
    const served = this.tools.find((one) => one.tool === tool);
    const { signal, caller, holding } = called;
    const of = holding && { ...holding, args };
    const hold = of && ((call: OpenCall) => suspendedCalls().hold(call, of, this));
    return this.use(tool, signal, (client) => {
      const suspended = of && suspendedCalls().take(of, this, called);
      suspended?.resume(called);
      const call =
        suspended ??
        this.serverAsks.begin(called, hold, (own, ended) =>
          callOn(
            client,
            { name: tool, args, served },
            { caller, signal: ended, onProgress: (line) => own.reportProgress(line) },
          ),
        );
      return call.next(signal);
    });
  }

  /** Runs a request with the client. `what` names the request in the error. */
  async use<T>(what: string, signal: AbortSignal, work: (client: Client) => Promise<T>): Promise<T> {
    const { client } = this;
    if (!client || !this.isConnected) throw this.gone(what);
    try {
      const done = await work(client);
      this.signIns = 0;
      return done;
    } catch (error) {
      signal.throwIfAborted();
      if (this.client !== client) throw this.gone(what, true);
      if (isUnauthorized(error)) {
        await this.drop();
        this.wantsSignIn(error);
      }
      throw new AppError(
        "unavailable",
        `${this.row.title} failed to run ${what}. ${serverFailureOf(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  private readonly gone = (tool: string, isMidway = false): AppError =>
    goneError({ title: this.row.title, tool, why: this.error, isMidway });

  private async connect(attempt: AbortController, deadline: AbortSignal): Promise<void> {
    const patience = this.isLocal ? PROBE_MS : CONNECT_MS / 2;
    const client = await newMcpClient({
      id: this.row.id,
      probeMs: this.isOld ? null : patience,
      onChanged: () => void this.list(client).catch((error) => this.lose(error, client)),
    });
    deadline.throwIfAborted();
    this.asking = new ListQueue();
    this.removed = 0;
    this.serverAsks.attach(client);
    const transport = await openTransport(this.row, this.signIn, {
      onDown: (error) => this.lose(error, client),
      isWaiting: () => this.serverAsks.isWaiting(),
      onRemoved: (removed) => {
        this.removed += removed;
      },
    });
    this.transport = "finishAuth" in transport ? (transport as Signing) : undefined;
    const close = () => void client.close().catch(() => {});
    deadline.addEventListener("abort", close, { once: true });
    try {
      await client.connect(transport, { signal: deadline, timeout: this.isLocal ? LOCAL_MS : CONNECT_MS });
      deadline.throwIfAborted();
      this.client = client;
      client.onclose = () => this.lose(new Error("The connection was closed."), client);
      this.protocolVersion = client.getNegotiatedProtocolVersion() ?? null;
      this.serverInstructions = instructionsOf(client);
      this.capabilities = client.getServerCapabilities() ?? {};
      await this.list(client, deadline);
    } catch (error) {
      close();
      throw deadline.aborted && !attempt.signal.aborted ? deadline.reason : error;
    } finally {
      deadline.removeEventListener("abort", close);
    }
  }

  private async list(client: Client, signal?: AbortSignal): Promise<void> {
    await this.asking.run(async () => {
      Object.assign(this, await listTools(client, this.row, this.serverInstructions, signal));
    });
    if (!signal) this.publishChange();
  }

  private lose(error: unknown, client: Client): void {
    if (this.isClosed || this.client !== client) return;
    this.error = isAppError(error) ? error.message : serverFailureOf(error);
    void this.drop();
    this.turn("lost", this.error);
    this.retry();
  }

  private async drop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.close().catch(() => {});
  }

  private retry(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(), this.delay).unref();
    this.delay = Math.min(this.delay * 2, MAX_DELAY_MS);
  }

  private turn(status: ServerView["status"], error: string | null): void {
    const isSame = this.status === status && this.error === error;
    this.status = status;
    this.error = error;
    if (!isSame || status === "connected") this.publishChange();
  }

  private publishChange(): void {
    publish({ type: "mcp", agent: this.row.agentId, id: this.row.id });
  }
}
