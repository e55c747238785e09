import { once } from "node:events";
import { createServer, request } from "node:http";

const HEADER = "connection-allowlist";

/**
 * Starts a proxy that drops one response header, so that Chromium behaves like a browser that does not
 * support it.
 */
export async function startProxy(targetPort: () => number): Promise<{ port: number; close(): void }> {
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const outgoing = request(
      { host: "127.0.0.1", port: targetPort(), method, path: url, headers },
      (answer) => {
        const { [HEADER]: _, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, rest);
        answer.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  return {
    port: address.port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
