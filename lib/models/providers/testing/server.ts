import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type ReceivedRequest = { method?: string; path: string; headers: IncomingHttpHeaders; body: string };
type Reply = {
  status?: number;
  type?: string;
  body?: unknown;
  headers?: Record<string, string>;
  hang?: boolean;
};

export async function modelServer(answer: (asked: ReceivedRequest) => Reply) {
  const asked: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = "/", headers } = request;
    const each = { method, path: url, headers, body: await text(request) };
    asked.push(each);
    const { status = 200, type = "application/json", body = {}, headers: more, hang } = answer(each);
    if (hang) return;
    response.writeHead(status, { "content-type": type, ...more });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/v1`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export async function closedAddress(): Promise<string> {
  const server = await modelServer(() => ({}));
  await server.close();
  return server.host;
}

export type ModelServer = Awaited<ReturnType<typeof modelServer>>;

export const saved = (
  providers: Record<string, { apiKey?: string; baseUrl?: string }> = {},
  model: string | null = null,
) => ({ general: { model, imageModel: null, titles: "model" as const, timeZone: null }, providers });
