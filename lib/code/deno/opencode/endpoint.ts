import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { explainIssues } from "@/lib/shared/issues";
import { type ChatRequest, chatRequest, OpenCodeAnswer } from "./wire";

/** Maximum bytes of one request, which contains the whole conversation. */
const MAX_BODY = 20_000_000;
/** Bytes read of a request that is too large, before the connection is closed. */
const MAX_READ = 2 * MAX_BODY;
/** Maximum requests that wait behind the current one. Further requests are rejected and count as misuse. */
const MAX_WAITING = 4;
const MAX_REFUSED = 20;

export type EndpointHandler = {
  /** Answers a request. If it throws, the connection is destroyed and the job ends. */
  answer(request: ChatRequest, answer: OpenCodeAnswer): Promise<void>;
  onMisuse(why: string): void;
};

/**
 * The model endpoint of one job, on loopback. It accepts one token, one model and one request at a time, and
 * closes when the job ends. Requests without the token are rejected.
 */
export class ModelEndpoint {
  readonly url: string;
  readonly token: string;
  private readonly server: Server;
  private readonly handler: EndpointHandler;
  private last: Promise<void> = Promise.resolve();
  private open = 0;
  private refusals = 0;
  private isClosed = false;

  static async open(handler: EndpointHandler): Promise<ModelEndpoint> {
    const server = createServer();
    const listening = Promise.withResolvers<void>();
    server.once("error", listening.reject);
    server.listen(0, "127.0.0.1", listening.resolve);
    await listening.promise;
    return new ModelEndpoint(server, handler);
  }

  private constructor(server: Server, handler: EndpointHandler) {
    this.server = server;
    this.handler = handler;
    this.token = randomBytes(32).toString("base64url");
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}/v1`;
    const host = `127.0.0.1:${port}`;
    server.on("request", (request, response) => {
      this.take(request, response, host).catch(() => response.destroy());
    });
    server.unref();
  }

  close(): void {
    this.isClosed = true;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async take(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const { headers, method, url } = request;
    if (!this.isAuthorized(headers.authorization) || headers.host !== host || headers.origin !== undefined)
      return this.refuse(response, 401, "Unauthorized: this endpoint serves one program only.");
    if (method !== "POST" || url !== "/v1/chat/completions")
      return this.refuse(response, 404, "Only chat completions are available here.");
    if (this.open > MAX_WAITING)
      return this.refuse(response, 429, "Too many requests at once: one is answered at a time.");
    this.open += 1;
    try {
      const body = await bodyOf(request);
      if (body === null)
        return this.refuse(response, 413, `The request is too large: at most ${MAX_BODY} bytes are read.`);
      const asked = chatRequest.safeParse(parsed(body));
      if (!asked.success) return this.refuse(response, 400, explainIssues(asked.error));
      await this.inTurn(() => this.reply(asked.data, response));
    } finally {
      this.open -= 1;
    }
  }

  private async reply(asked: ChatRequest, response: ServerResponse): Promise<void> {
    if (this.isClosed || response.destroyed) return;
    let hasStarted = false;
    const answer = new OpenCodeAnswer((line) => {
      if (!hasStarted)
        response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      hasStarted = true;
      response.write(line);
    });
    try {
      await this.handler.answer(asked, answer);
      response.end();
    } catch {
      // `handler.answer` has already recorded the error and ends the job.
      response.destroy();
    }
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => {});
    return mine;
  }

  private isAuthorized(authorization = ""): boolean {
    const [shown, wanted] = [authorization, `Bearer ${this.token}`].map((text) => Buffer.from(text));
    return (
      shown !== undefined &&
      wanted !== undefined &&
      shown.length === wanted.length &&
      timingSafeEqual(shown, wanted)
    );
  }

  private refuse(response: ServerResponse, status: number, message: string): void {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ error: { message, type: "invalid_request_error", code: null } }));
    // Requests without the token do not count: any process on this machine can send them.
    if (status === 401) return;
    this.refusals += 1;
    if (this.refusals === MAX_REFUSED) this.handler.onMisuse(message);
  }
}

/**
 * Returns null for a body that is too large. Such a body is read up to `MAX_READ` bytes, because a client whose
 * connection closes while it writes does not see the response.
 */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size > MAX_READ) return null;
    if (size > MAX_BODY) pieces = [];
    else pieces.push(piece as Buffer);
  }
  return size > MAX_BODY ? null : Buffer.concat(pieces).toString("utf8");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
