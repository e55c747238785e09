import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AUDIO, audio } from "./audio.ts";
import { control } from "./control.ts";
import { directed, lastUserText, type Message, turnIndex } from "./directive.ts";
import { EMBEDDINGS, embeddings } from "./embeddings.ts";
import { type Format, type Incoming, Refused } from "./format.ts";
import { chatCompletions } from "./formats/chat-completions.ts";
import { json } from "./formats/collected.ts";
import { formats } from "./formats/index.ts";
import { Gates } from "./gates.ts";
import { refusesKey } from "./keys.ts";
import { listing } from "./listing.ts";
import { now, RequestLog } from "./log.ts";
import { play } from "./play.ts";
import type { Part, Turn } from "./turn.ts";
import { Wire } from "./wire.ts";

export type ModelRequest = { model: string; messages: Message[]; body: unknown };
export type Options = {
  port?: number;
  models?: string[];
  /** Seed by which every response is split into chunks at random bytes. */
  split?: number;
  /**
   * Chooses the turn of a request if no scripted turn is left. If undefined, the directive in the message
   * decides.
   */
  handler?: (asked: ModelRequest) => Turn | undefined;
};
export type Provider = Awaited<ReturnType<typeof startProvider>>;

export async function startProvider({ port = 0, models = ["fake-model"], split, handler }: Options = {}) {
  const log = new RequestLog();
  const gates = new Gates();
  const queue: Turn[] = [];
  const failures = new Map<string, number>();
  const closing = new AbortController();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", "http://provider");
    const { method = "GET", headers } = request;
    const format = formats.find(({ takes }) => takes(url.pathname));
    if (method === "POST" && format) {
      return complete(format, url, request, response).catch((error: Error) => {
        if (response.headersSent) throw error;
        const fallback = { status: 400, message: `The provider's script: ${error.message}` };
        format.refuse(response, error instanceof Refused ? error.refusal : fallback);
      });
    }
    if (method === "POST" && url.pathname === EMBEDDINGS)
      return embed(url, request, response).catch((error: Error) => {
        const fallback = { status: 400, message: error.message };
        chatCompletions.refuse(response, error instanceof Refused ? error.refusal : fallback);
      });
    const { does } = AUDIO.exec(url.pathname)?.groups ?? {};
    if (method === "POST" && does)
      return hearOrSpeak(does, url, request, response).catch((error: Error) => {
        const fallback = { status: 400, message: error.message };
        chatCompletions.refuse(response, error instanceof Refused ? error.refusal : fallback);
      });
    const listed = method === "GET" ? listing(url.pathname, headers, models) : undefined;
    if (listed) return refusesKey(headers, response) || json(response, 200, listed);
    const { status, body } = await control(method, url, { log, gates });
    json(response, status, body);
  }

  /** Answers an embedding request. Uses no scripted turn, because such requests arrive at unpredictable times. */
  async function embed(url: URL, request: IncomingMessage, response: ServerResponse) {
    const { headers } = request;
    if (refusesKey(headers, response)) return;
    const [at, body] = [now(), await bodyOf(request)];
    const { texts: inputs, answer } = embeddings(body);
    const entry = { at, path: url.pathname, headers, body, user: inputs.join("\n"), turn: 0 };
    log.end(log.add(entry), "answered");
    json(response, 200, answer);
  }

  /** Answers a request about speech. Like an embedding, it uses no scripted turn. */
  async function hearOrSpeak(does: string, url: URL, request: IncomingMessage, response: ServerResponse) {
    const { headers } = request;
    if (refusesKey(headers, response)) return;
    const [at, body] = [now(), await bodyOf(request)];
    const answer = await audio(does, body);
    const fields = body instanceof FormData ? Object.fromEntries(body) : body;
    log.end(
      log.add({ at, path: url.pathname, headers, body: fields, user: answer.user, turn: 0 }),
      "answered",
    );
    if ("json" in answer) return json(response, 200, answer.json);
    response.writeHead(200, { "content-type": "audio/wav" }).end(answer.wav);
  }

  async function complete(format: Format, url: URL, request: IncomingMessage, response: ServerResponse) {
    const at = now();
    const { headers } = request;
    if (refusesKey(headers, response)) return;
    const body = await bodyOf(request);
    const incoming = format.read({ body, url, headers });
    const { messages } = incoming;
    if (isTitleRequest(body)) throw new Refused("The script writes no titles");
    const recorded = log.add({
      at,
      path: url.pathname,
      headers,
      body: body instanceof FormData ? Object.fromEntries(body) : body,
      user: lastUserText(messages),
      turn: turnIndex(messages),
    });
    const gone = new AbortController();
    response.on("close", () => {
      gone.abort();
      log.end(recorded, response.writableFinished ? "answered" : "closed");
    });
    const turn =
      queue.shift() ??
      handler?.({ model: incoming.model, messages, body }) ??
      directed(messages) ??
      echo(messages);
    const breaks = (part: Part, index: number) =>
      part.fails === undefined || fail(incoming, index) <= part.fails;
    const signal = AbortSignal.any([gone.signal, closing.signal]);
    const wire = new Wire(response, split);
    const outcome = await play(turn, { format, incoming, wire, gates, signal, breaks });
    recorded.bytes = wire.written;
    log.end(recorded, outcome);
  }

  function fail({ messages }: Incoming, index: number): number {
    const key = `${index} ${createHash("sha1").update(JSON.stringify(messages)).digest("base64")}`;
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    return count;
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${origin}/v1`,
    origin,
    urls: {
      openai: `${origin}/v1`,
      anthropic: `${origin}/v1`,
      google: `${origin}/v1beta`,
      gateway: `${origin}/v4/ai`,
    },
    log,
    gates,
    get requests() {
      return log.entries;
    },
    script: (...turns: Turn[]) => void queue.push(...turns),
    async close() {
      closing.abort();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Requests for titles come at unpredictable times, so they take no scripted turn. */
const isTitleRequest = (body: unknown): boolean =>
  JSON.stringify(body).includes("Write a title for the conversation below");

const echo = (messages: Message[]): Turn => ({ text: `You said: ${lastUserText(messages)}` });

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/")) return JSON.parse(bytes.toString("utf8"));
  return new Response(bytes, { headers: { "content-type": type } }).formData();
}
