import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { call } from "../call.ts";
import type { EaselServer } from "../server.ts";
import { Suite } from "./suite.ts";

/**
 * Excludes scenarios that need tools, resources or prompts made for the suite, and capabilities that Easel
 * does not declare.
 */
const REQUIRED = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];
const TOOLS = {
  test_simple_text: 'return "This is a simple text response for testing."',
  test_error_handling: 'throw new Error("This tool intentionally returns an error for testing")',
};

/**
 * Runs the server scenarios against `/mcp`, with the tools that they require. The suite sends no token, so a
 * proxy adds it.
 */
export async function asServer(easel: EaselServer): Promise<boolean> {
  for (const [name, code] of Object.entries(TOOLS)) {
    const tool = { name, description: "For the suite.", parameter_schema: { type: "object" }, code };
    await call(easel.url, "POST", "/api/agent-tools", tool);
  }
  const { body } = await call(easel.url, "POST", "/api/mcp/tokens", { name: "The suite" });
  const proxy = await withToken(easel, body.token);
  try {
    return await new Suite("server").run(REQUIRED, ["--url", `http://localhost:${proxy.port}/mcp`]);
  } finally {
    proxy.close();
  }
}

async function withToken(easel: EaselServer, token: string) {
  const server = createServer((from, to) => {
    const { port } = server.address() as AddressInfo;
    const ours = (value: string) =>
      value.replace(new RegExp(`^(http://)?(localhost|127\\.0\\.0\\.1):${port}$`), `$1$2:${easel.port}`);
    const { host = "", origin } = from.headers;
    const headers = {
      ...from.headers,
      ...{ host: ours(host), authorization: `Bearer ${token}` },
      ...(origin && { origin: ours(origin) }),
    };
    const on = request({ port: easel.port, method: from.method, path: from.url, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    on.on("error", () => to.destroy());
    to.on("close", () => on.destroy());
    from.pipe(on);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
