import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type PageRequest = {
  method: string;
  url: URL;
  /** The path after the name of the page. */
  rest: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
};
export type Reply = {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};
/** A fixed reply, or a function that returns one or responds itself. */
export type Page =
  | Reply
  | ((asked: PageRequest, answer: ServerResponse) => Reply | undefined | Promise<undefined>);
export type Pages = Record<string, Page>;

/** A running site. Its host is `localhost`, which is not public, so EASEL_EGRESS_ALLOW has to name it. */
export type Site = {
  /** `http://localhost:PORT`, without a trailing slash. */
  url: string;
  port: number;
  asked: string[];
  close(): Promise<void>;
};

/** `onRequest` also receives requests for missing pages. */
export async function serve(pages: Pages, onRequest?: (asked: PageRequest) => void): Promise<Site> {
  const asked: string[] = [];
  const server = createServer({ maxHeaderSize: 262_144 }, async (request, answer) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [name = "", ...rest] = url.pathname.slice(1).split("/");
    const { method = "GET", headers } = request;
    asked.push(`${method} ${url.pathname}`);
    const page = pages[name] ?? NOT_FOUND;
    const question = { method, url, rest: rest.join("/"), headers, body: await bodyOf(request) };
    onRequest?.(question);
    const reply = typeof page === "function" ? await page(question, answer) : page;
    if (reply) send(reply, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The site has no port");
  return {
    url: `http://localhost:${address.port}`,
    port: address.port,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const HTML = "text/html; charset=utf-8";
const NOT_FOUND: Reply = { status: 404, type: "text/plain", body: "There is no such page." };

function send({ status = 200, type = HTML, headers = {}, body = "" }: Reply, answer: ServerResponse) {
  answer.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body), ...headers });
  answer.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

export const html = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
