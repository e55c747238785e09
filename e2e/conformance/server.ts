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
/** Scenarios of the newest revision, with the same exceptions. */
const NEWEST = [
  "server-stateless",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "server-sse-multiple-streams",
  "resources-list",
  "sep-2164-resource-not-found",
  "prompts-list",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "input-required-result-missing-input-response",
  "input-required-result-unsupported-methods",
  "input-required-result-ignore-extra-params",
  "input-required-result-validate-input",
  "sep-2640-skills-enumeration",
  "sep-2640-skills-manifest",
  "sep-2640-skills-directory",
];
const TOOLS = {
  test_simple_text: 'return "This is a simple text response for testing."',
  test_error_handling: 'throw new Error("This tool intentionally returns an error for testing")',
};

/** Runs the server scenarios against `/mcp`. */
export async function asServer(easel: EaselServer): Promise<boolean> {
  const proxy = await serveSuite(easel);
  try {
    const args = ["--url", `http://localhost:${proxy.port}/mcp`];
    const isReleased = await new Suite("server", "released").run(REQUIRED, args);
    // The scenarios of extensions belong to no revision, so the suite runs them only with --force.
    return (await new Suite("server", "newest").run(NEWEST, [...args, "--force"])) && isReleased;
  } finally {
    proxy.close();
  }
}

/** Makes the tools that the scenarios require. The suite sends no token, so a proxy adds it. */
export async function serveSuite(easel: EaselServer) {
  for (const [name, code] of Object.entries(TOOLS)) {
    const tool = { name, description: "For the suite.", parameter_schema: { type: "object" }, code };
    await call(easel.url, "POST", "/api/agent-tools", tool);
  }
  const markdown =
    '---\nname: for-the-suite\ndescription: For the suite.\nmetadata:\n  version: "1.0"\n---\n\nRead it.\n';
  const files = [{ path: "references/more.md", text: "More" }];
  await call(easel.url, "POST", "/api/skills", { markdown, files });
  const { body } = await call(easel.url, "POST", "/api/mcp/tokens", { name: "The suite" });
  return withToken(easel, body.token);
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
