import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import {
  directRoutes,
  type Events,
  type Handlers,
  PING_MS,
  STILL_HERE,
} from "../../lib/platform/http/direct.ts";

type Handler = NonNullable<Handlers[string]>;
type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Found = { handle: Handler; params: Record<string, string> };

/** Bodies up to this size are read before the handler is called, because a web stream costs more. */
const SMALL_BYTES = 100_000;

/** Calls the handlers of `directRoutes`, and `next` for all other requests. */
export const withDirectRoutes =
  (next: Handle): Handle =>
  (request, response) => {
    const found = find(request);
    return found ? answer(found, request, response) : next(request, response);
  };

function find({ url = "", method = "" }: IncomingMessage): Found | null {
  const segments = url.split("?", 1)[0]?.split("/") ?? [];
  for (const [path, handlers] of directRoutes()) {
    const params = match(path.split("/"), segments);
    const handle = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (params && handle) return { handle, params };
  }
  return null;
}

const PARAMETER = /^\[(\w+)\]$/;
/** Path segments that need no decoding. Requests with others go through Next.js's router, which decodes them. */
const PLAIN = /^[\w-]+$/;

function match(path: string[], segments: string[]): Record<string, string> | null {
  if (path.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const name = PARAMETER.exec(path[i] ?? "")?.[1];
    if (name !== undefined && PLAIN.test(segment)) params[name] = segment;
    else if (path[i] !== segment) return null;
  }
  return params;
}

async function answer({ handle, params }: Found, from: IncomingMessage, to: ServerResponse): Promise<void> {
  const left = new AbortController();
  to.on("close", () => to.writableFinished || left.abort());
  const request = await toRequest(from, left.signal);
  if (!request) return;
  const response = await handle(request, { params: Promise.resolve(params) });
  for (const [name, value] of response.headers) to.appendHeader(name, value);
  to.writeHead(response.status);
  const events: Events | undefined = Reflect.get(response, "events");
  if (events) await writeEvents(events, to);
  else await writeBody(response, to);
}

/** Returns null if the client disconnected while it sent the body. */
async function toRequest(from: IncomingMessage, signal: AbortSignal): Promise<Request | null> {
  const { method = "GET", url = "" } = from;
  const headers = new Headers();
  for (const [name, value] of Object.entries(from.headers))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) headers.append(name, one);
  const init = { method, headers, signal };
  const address = new URL(url, "http://localhost");
  const length = Number(headers.get("content-length"));
  if (method === "GET" || method === "HEAD" || (length === 0 && !headers.has("transfer-encoding")))
    return new Request(address, init);
  if (!(length <= SMALL_BYTES) || headers.has("transfer-encoding")) {
    const streamed = { ...init, body: Readable.toWeb(from) as ReadableStream, duplex: "half" };
    return new Request(address, streamed);
  }
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of from) chunks.push(chunk);
  } catch {
    return null;
  }
  return new Request(address, { ...init, body: Buffer.concat(chunks) });
}

async function writeEvents(events: Events, to: ServerResponse): Promise<void> {
  let isWaiting = false;
  const ping = setInterval(() => isWaiting && !to.destroyed && to.write(STILL_HERE), PING_MS);
  to.on("close", events.leave);
  if (to.destroyed) events.leave();
  for (;;) {
    isWaiting = true;
    const next = await events.next();
    isWaiting = false;
    if (next.done || to.destroyed) break;
    if (!to.write(next.value || STILL_HERE)) await drained(to);
  }
  clearInterval(ping);
  to.end();
}

async function writeBody({ body }: Response, to: ServerResponse): Promise<void> {
  if (body)
    for await (const chunk of body) {
      if (to.destroyed) break;
      if (!to.write(chunk)) await drained(to);
    }
  to.end();
}

/** Resolves when the response can take more data, or is closed. */
function drained(to: ServerResponse): Promise<void> {
  if (to.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      to.off("drain", done).off("close", done);
      resolve();
    };
    to.on("drain", done).on("close", done);
  });
}
