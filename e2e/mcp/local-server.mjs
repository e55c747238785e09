import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// An MCP server over stdio. Its first argument chooses how it behaves.

const [, , manner = "well"] = process.argv;
const tell = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (value) => ({ content: [{ type: "text", text: String(value) }] });
const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return error.code;
  }
};

const TOOLS = {
  env: () => text(JSON.stringify(process.env)),
  file: ({ path }) => text(read(path)),
  die: () => process.exit(3),
  flood: () => void process.stdout.write("x".repeat(12_000_000)),
};
const listed = Object.keys(TOOLS).map((name) => ({
  name,
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
}));

process.stdout.on("error", () => {});
createInterface(process.stdin)
  .on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (manner === "old" && method === "server/discover") process.exit(1);
    if (id === undefined) return;
    if (method === "initialize") {
      const serverInfo = { name: "local", version: "1" };
      return tell({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo } });
    }
    if (method === "tools/list") return tell({ id, result: { tools: listed } });
    if (method !== "tools/call")
      return tell({ id, error: { code: -32601, message: "There is no such method" } });
    const result = TOOLS[params.name](params.arguments ?? {});
    if (result) tell({ id, result });
  })
  .on("close", () => process.exit());
