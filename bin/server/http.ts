import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { inRequest } from "../../lib/ground/base/acting.ts";
import { log } from "../../lib/ground/base/log.ts";
import { requestRefusal, type Served } from "../../lib/platform/http/guard.ts";
import { AGENT_HEADER, agentAddress, isPage } from "../../lib/shared/agents/agent-address.ts";
import { presentAddress } from "../../lib/shared/former-addresses.ts";
import { uuid } from "../../lib/shared/ids.ts";
import { answer, answerRaw } from "./answer.ts";
import { withLocaleOf } from "./locale.ts";
import { setHeaders } from "./page-headers.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type Front = {
  server: Server;
  /** Starts serving. Before this, every request gets 503 with Retry-After. */
  open(served: Served, handle: Handler, upgrade?: Upgrade): void;
  /** Ends the event streams, which would otherwise stay open; their clients reconnect. Other responses may finish. */
  endStreams(): void;
};

/**
 * Timeouts in ms for receiving headers and whole requests. 50 MB take long over a mobile connection.
 * Responses have no limit.
 */
const LIMITS = {
  requireHostHeader: false,
  headersTimeout: 20_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 5_000,
};

const CLIENT_ERRORS: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers of the request are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
};

export function createFront({ dev }: { dev: boolean }): Front {
  let door: { served: Served; handle: Handler; upgrade?: Upgrade } | undefined;
  const answering = new Set<ServerResponse>();
  const server = createServer(LIMITS);
  server.keepAliveTimeout = 65_000;

  server.on("request", (request, response) => {
    logRequest(request, response);
    if (!door) return answer(response, "unavailable", "Easel is starting. Try again in a moment.");
    const refusal = check(request, door.served);
    if (refusal) return answer(response, refusal.code, refusal.message);
    answering.add(response);
    response.on("close", () => answering.delete(response));
    const moved = formerPage(request);
    if (moved !== undefined) {
      response.writeHead(308, { location: moved }).end();
      return;
    }
    nameAgent(request);
    const { origin, sandboxHost } = door.served;
    setHeaders(request, response, { dev, behindProxy: origin !== undefined, sandboxHost });
    // Next.js flushes the headers just before the first bytes. Without that flush, both are sent in one write.
    response.flushHeaders = () => {};
    const { handle } = door;
    withLocaleOf(request, () => inRequest(() => handle(request, response))).catch((error) => {
      const id = log.fault(`${request.method} ${request.url} failed`, error);
      if (response.headersSent) response.destroy();
      else answer(response, "internal", `Something went wrong (id ${id}).`);
    });
  });

  server.on("connect", (_request, socket) => {
    answerRaw(socket, "405 Method Not Allowed", "method_not_allowed", "Easel is not a proxy.");
  });

  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const [status, message] = CLIENT_ERRORS[error.code ?? ""] ?? [
      "400 Bad Request",
      "The request is malformed.",
    ];
    answerRaw(socket, status, "bad_request", message);
  });

  return {
    server,
    open(served, handle, upgrade) {
      door = { served, handle, upgrade };
      if (upgrade) listenForUpgrades(server, served, upgrade);
    },
    endStreams() {
      for (const response of answering) {
        if (String(response.getHeader("content-type")).startsWith("text/event-stream")) response.destroy();
      }
    },
  };
}

/** Longer path segments that are no UUID may be tokens, such as a webhook's, and are not logged. */
const MAX_SEGMENT = 24;

/**
 * Logs each response at debug level when its connection or body has ended. Omits queries and tokens in paths.
 */
function logRequest({ method, url = "" }: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  response.on("close", () => {
    const segments = (url.split(/[?#]/, 1)[0] ?? "").split("/");
    const path = segments.map((part) =>
      part.length > MAX_SEGMENT && !uuid.safeParse(part).success ? "*" : part,
    );
    log.debug("Request", undefined, {
      method,
      path: path.join("/"),
      status: response.statusCode,
      ms: Math.round(performance.now() - startedAt),
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
}

/** Returns the present address of a page that was requested at a former one. */
function formerPage({ method, url = "" }: IncomingMessage): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const { base, rest } = agentAddress(url);
  const present = presentAddress(rest);
  return present === undefined ? undefined : base + present;
}

/**
 * Maps the URL of an agent's page to the URL of the page without an agent, and passes the agent in a header.
 * Removes that header from the client's request.
 */
function nameAgent(request: IncomingMessage): void {
  const { agentId, rest } = agentAddress(request.url ?? "");
  delete request.headers[AGENT_HEADER];
  if (agentId === undefined || !isPage(rest)) return;
  request.url = rest;
  request.headers[AGENT_HEADER] = agentId;
}

/**
 * Only the development server listens for upgrades. Without a listener, Node answers an upgrade like any other request.
 */
function listenForUpgrades(server: Server, served: Served, upgrade: Upgrade): void {
  server.on("upgrade", (request, socket, head) => {
    const refusal = requestRefusal(guarded(request), served);
    if (refusal) return answerRaw(socket, "403 Forbidden", refusal.code, refusal.message);
    upgrade(request, socket, head);
  });
}

function check(request: IncomingMessage, served: Served) {
  const refusal = requestRefusal(guarded(request), served);
  if (refusal) return refusal;
  if (request.headers.upgrade?.toLowerCase() !== "websocket") return null;
  return {
    code: "bad_request",
    message: "Easel does not support WebSocket. Its streams are server-sent events.",
  } as const;
}

const guarded = (request: IncomingMessage) => ({
  method: request.method ?? "",
  url: request.url ?? "",
  headers: request.headersDistinct,
});
