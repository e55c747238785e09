import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { SearchProviderId } from "../../lib/shared/search.ts";
import { brave } from "./brave.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";
import type { Page, ParsedQuery, Reply, Trouble, Wire } from "./wire.ts";

/** An engine's response to one request. Without a turn, the engine finds all pages of `startEngines`. */
export type Turn = { trouble: Trouble } | { reply: Reply } | { found: readonly Page[] };

export type EngineRequest = ParsedQuery & {
  engine: SearchProviderId;
  method: string;
  headers: Headers;
  path: string;
};

export type Engines = {
  urls: Record<SearchProviderId, string>;
  requests: EngineRequest[];
  next(...turns: Turn[]): void;
  close(): Promise<void>;
};

export const KEY = "a-key-for-tests";

const WIRES: Record<SearchProviderId, Wire> = { brave, searxng, tavily };

export async function startEngines(pages: readonly Page[]): Promise<Engines> {
  const requests: EngineRequest[] = [];
  const turns: Turn[] = [];

  const reply = async (request: IncomingMessage): Promise<Reply> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, name = "", path = ""] = /^\/(\w+)(\/.*)$/.exec(pathname) ?? [];
    const engine = name in WIRES ? (name as SearchProviderId) : null;
    const wire = engine && WIRES[engine];
    const isRoute = wire?.paths.includes(path) && wire.method === request.method;
    if (!engine || !wire || !isRoute) return { status: 404, body: { detail: "Not Found" } };
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const asked = wire.read(path, searchParams, headers, await text(request));
    requests.push({ ...asked, engine, method: request.method ?? "", headers, path });
    const turn = turns.shift();
    if (turn && "reply" in turn) return turn.reply;
    if (turn && "trouble" in turn) return wire.troubles[turn.trouble];
    if (wire.needsKey && asked.key !== KEY) return wire.troubles.key;
    if (asked.query === "") return wire.troubles.question;
    return { status: 200, body: wire.found((turn?.found ?? pages).slice(0, asked.most), asked) };
  };

  const server = createServer((request, response) => {
    void reply(request).then((made) => send(response, made));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const at = (engine: SearchProviderId) => `http://localhost:${port}/${engine}`;
  return {
    urls: { brave: at("brave"), searxng: at("searxng"), tavily: at("tavily") },
    requests,
    next: (...more) => void turns.push(...more),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function send(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
