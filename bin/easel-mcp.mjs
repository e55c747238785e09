#!/usr/bin/env node
// `npx easel-mcp`: offers the agent's tools to programs that start MCP servers themselves. Passes JSON-RPC
// between stdio and a running Easel at EASEL_MCP_URL (default: this machine), with the token EASEL_MCP_TOKEN
// of Settings → MCP.
import { createInterface } from "node:readline";

const { EASEL_MCP_TOKEN: token, PORT = "3000" } = process.env;
const url = process.env.EASEL_MCP_URL ?? `http://localhost:${PORT}/mcp`;
const VERSION = "io.modelcontextprotocol/protocolVersion";
if (!token) {
  console.error("Set EASEL_MCP_TOKEN to a token of Settings → MCP.");
  process.exit(1);
}

const open = new Map();
/** Protocol version negotiated by `initialize`. */
let agreed;

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.trim()) void pass(line);
});

async function pass(line) {
  const message = read(line);
  if (message?.method === "notifications/cancelled") open.get(message.params?.requestId)?.abort();
  const { id, method } = message ?? {};
  const isRequest = id !== undefined && method !== undefined;
  const gone = new AbortController();
  if (isRequest) open.set(id, gone);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: headersOf(message),
      body: line,
      signal: gone.signal,
    });
    let isAnswered = false;
    for await (const answer of messagesIn(response)) {
      if (method === "initialize") agreed = answer.result?.protocolVersion ?? agreed;
      isAnswered ||= answer.id === id && answer.method === undefined;
      process.stdout.write(`${JSON.stringify(answer)}\n`);
    }
    if (isRequest && !isAnswered) fail(id, `Easel ended the request (status ${response.status}).`);
  } catch (error) {
    if (isRequest && !gone.signal.aborted)
      fail(id, `Easel cannot be reached at ${url}: ${error.cause?.message ?? error.message}`);
  } finally {
    open.delete(id);
  }
}

function headersOf({ method = "", params } = {}) {
  const name = params?.name ?? params?.uri;
  const version = params?._meta?.[VERSION] ?? agreed;
  return {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(version && { "mcp-protocol-version": version, "mcp-method": method }),
    ...(version && typeof name === "string" && { "mcp-name": name }),
  };
}

async function* messagesIn(response) {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) {
    const message = read(await response.text());
    if (message?.jsonrpc) yield message;
    else if (message?.error) throw new Error(message.error.message);
    return;
  }
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = line.startsWith("data:") ? read(line.slice(5)) : undefined;
      if (message) yield message;
    }
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fail = (id, message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message } })}\n`);
