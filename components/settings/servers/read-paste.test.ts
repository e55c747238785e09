import { expect, test } from "vitest";
import { readPaste } from "./read-paste";

test.each([
  ["https://mcp.example.com/mcp", { id: "example", url: "https://mcp.example.com/mcp" }],
  ["http://localhost:3001/", { id: "localhost", url: "http://localhost:3001/" }],
  [
    "npx -y @modelcontextprotocol/server-memory@1.0",
    { id: "memory", command: "npx", args: ["-y", "@modelcontextprotocol/server-memory@1.0"] },
  ],
  [
    `KEY="a b" /opt/tool 'it is' C:\\\\x`,
    { id: "it-is", command: "/opt/tool", args: ["it is", "C:\\x"], env: { KEY: "a b" } },
  ],
  ["uvx mcp-server-git --repository .", { id: "git", command: "uvx" }],
  ['{"mcpServers":{"a":{"command":"x"},"note":1}}', { mcpServers: { a: { command: "x" } } }],
  ['{"servers":{"a":{"type":"http","url":"https://a.example"}}}', { mcpServers: { a: { type: "http" } } }],
  ['"a": {"url": "https://a.example"},', { mcpServers: { a: { url: "https://a.example" } } }],
  ['{"command":"x"}', { mcpServers: { server: { command: "x" } } }],
])("readPaste parses %s", (text, pasted) => expect(readPaste(text)).toMatchObject(pasted));

test("readPaste adds a key to an address as a bearer token", () =>
  expect(readPaste("https://a.example/mcp", " k ")).toMatchObject({
    headers: { Authorization: "Bearer k" },
  }));

test.each(["", "{", "{}", "npx 'open", "A=1", "https://"])(
  "readPaste returns an error message for %j",
  (text) => expect(readPaste(text)).toMatch(/\.|Example: /),
);
