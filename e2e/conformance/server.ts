// `npm run conformance`: the protocol's own suite against `/mcp`, with what it requires of a server that offers what
// ours does. The suite comes from npm for the run and is no dependency: it sends no token, so a proxy before us does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeDataFolder } from "../../lib/store/embedded/testing/remove.ts";
import { call } from "../call.ts";
import { newDataFolder } from "../data-folder.ts";
import { EaselServer } from "../server.ts";

const SUITE = "@modelcontextprotocol/conformance@0.1.16";
/** Without those that need tools, resources or prompts made for the suite, and what we do not say that we can do. */
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

type Check = { status: string; errorMessage?: string; details?: { message?: string } };

const folder = newDataFolder("conformance");
const results = mkdtempSync(join(tmpdir(), "conformance-"));
const easel = await EaselServer.start({ EASEL_DATA_DIR: folder });
try {
  for (const [name, code] of Object.entries(TOOLS)) {
    const tool = { name, description: "For the suite.", parameter_schema: { type: "object" }, code };
    await call(easel.url, "POST", "/api/agent-tools", tool);
  }
  const { body } = await call(easel.url, "POST", "/api/mcp/tokens", { name: "The suite" });
  const proxy = await withToken(body.token);
  for (const scenario of REQUIRED) await run(scenario, `http://localhost:${proxy.port}/mcp`);
  proxy.close();
  report();
} finally {
  await easel.stop();
  removeDataFolder(folder);
  rmSync(results, { recursive: true });
}

/** Passes everything on as it is, but for the token, and our own address in the place of its own. */
async function withToken(token: string) {
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

async function run(scenario: string, url: string): Promise<void> {
  const args = ["--yes", SUITE, "server", "--url", url, "--scenario", scenario, "--output-dir", results];
  const suite = spawn("npx", args, { stdio: ["ignore", "ignore", "inherit"] });
  await once(suite, "exit");
}

function report(): void {
  let [passed, all] = [0, 0];
  for (const scenario of REQUIRED) {
    const checks = checksOf(scenario);
    const count = (status: string) => checks?.filter((check) => check.status === status) ?? [];
    const [good, bad, warned] = [count("SUCCESS"), count("FAILURE"), count("WARNING")];
    passed += good.length;
    all += checks ? good.length + bad.length : 1;
    console.log(`${checks && bad.length === 0 ? "passed" : "FAILED"}  ${scenario} (${good.length})`);
    for (const { status, errorMessage, details } of [...bad, ...warned])
      console.log(`        ${status}: ${errorMessage ?? details?.message}`);
  }
  console.log(`${passed} of ${all} required checks passed`);
  if (passed < all) process.exitCode = 1;
}

/** Undefined where the suite has left nothing. */
function checksOf(scenario: string): Check[] | undefined {
  const own = readdirSync(results, { recursive: true, encoding: "utf8" }).find(
    (path) => path.includes(`server-${scenario}-`) && path.endsWith("checks.json"),
  );
  return own ? JSON.parse(readFileSync(join(results, own), "utf8")) : undefined;
}
