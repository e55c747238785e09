import { type OutgoingHttpHeaders, request } from "node:http";

export type Raw = { method?: string; path: string; headers?: OutgoingHttpHeaders; body?: string | Buffer };
export type Answer = { status: number; type: string; text: string };

/** Sends exactly this request. `fetch` would normalize the URL, add headers and forbid others. */
export function raw(url: string, { method = "GET", path, headers, body }: Raw): Promise<Answer> {
  const { host, port } = new URL(url);
  const isWhole = body !== undefined && headers?.["transfer-encoding"] === undefined;
  const length = isWhole ? { "content-length": Buffer.byteLength(body) } : {};
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      method,
      path,
      agent: false,
      headers: { host, ...length, ...headers },
    });
    sent.on("response", async (response) => {
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"] ?? "", text });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
