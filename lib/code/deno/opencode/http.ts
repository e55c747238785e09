import { request } from "node:http";

/** Maximum characters of one answer. */
const MAX_ANSWER = 50_000_000;

type LoopbackRequest = {
  port: number;
  password: string;
  method: "GET" | "POST";
  path: string;
  body?: object;
};

/**
 * Sends a request to a program on loopback and returns its JSON. There is no timeout except `signal`. Rejects
 * on an error status or a lost connection.
 */
export function askLoopback(
  { port, password, method, path, body }: LoopbackRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const auth = `opencode:${password}`;
  const headers = { "content-type": "application/json" };
  const clientRequest = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    auth,
    headers,
    signal,
    agent: false,
  });
  clientRequest.on("error", reject);
  clientRequest.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      if (text.length > MAX_ANSWER) response.destroy(new Error("The response is too long"));
    });
    response.on("error", reject);
    response.on("end", () => {
      const { statusCode = 0 } = response;
      if (statusCode >= 400)
        reject(new Error(`${method} ${path} failed with status ${statusCode}: ${text.slice(0, 300)}`));
      else resolve(parsed(text));
    });
  });
  clientRequest.end(body && JSON.stringify(body));
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
