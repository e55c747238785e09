import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/* Started by `npx @modelcontextprotocol/conformance client --command "node e2e/conformance/connect.ts
   EASEL"`. Has the Easel at the address EASEL, which uses the demo model, connect to the suite's server,
   sign in and call its tools. */

const [easel = "", server = ""] = process.argv.slice(2);
type Context = {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: object }[];
};
const context: Context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const id = `c-${randomUUID().slice(0, 8)}`;

type View = {
  status: string;
  authUrl?: string;
  error: string | null;
  tools: { name: string; tool: string }[];
};

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(easel + path, { method, ...json });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text || "null");
}

const view = () => ask<View>("GET", `/api/mcp/${id}`);

async function signIn(address: string): Promise<void> {
  const answer = await fetch(address, { redirect: "manual" });
  const { pathname, search } = new URL(answer.headers.get("location") ?? "", address);
  await fetch(`${easel}${pathname}${search}`, { redirect: "manual" });
}

async function connected(): Promise<View> {
  for (let tries = 0; tries < 100; tries++) {
    const now = await view();
    if (now.status === "connected") return now;
    if (now.authUrl) await signIn(now.authUrl);
    else if (now.status === "failed" || (now.status === "sign_in" && !now.authUrl))
      throw new Error(now.error ?? now.status);
    await pause(100);
  }
  throw new Error("It was not connected in time.");
}

const ARGS: Record<string, object> = { add_numbers: { a: 5, b: 3 }, valid_tool: { region: "us-west1" } };

/** Returns the inputs that the suite names for a tool, else an example. */
function inputsOf(tool: string): object[] {
  const named = (context.toolCalls ?? []).filter(({ name }) => name === tool);
  return named.length > 0 ? named.map((one) => one.arguments) : [ARGS[tool] ?? {}];
}

/**
 * Calls the tool through the demo model and approves it. Answers the server's elicitations with their
 * defaults.
 */
async function call(name: string, args: object): Promise<void> {
  await ask("PATCH", `/api/tools/${name}`, { policy: "allow" });
  await say(name, args);
  const { asks } = await ask<{ asks: { conversationId: string; toolCallId: string }[] }>("GET", "/api/asks");
  for (const { conversationId, toolCallId } of asks)
    await chat({ id: conversationId, answer: { toolCallId, output: { decision: "approve" } } });
}

async function say(name: string, args: object): Promise<void> {
  const text = `/${name} ${JSON.stringify(args)}`;
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  await chat({ id: randomUUID(), message });
}

async function chat(body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${easel}/api/chat`, { method: "POST", headers, body: JSON.stringify(body) });
  const toolEvents = (await response.text())
    .split("\n")
    .filter((line) => line.includes("tool-"))
    .join("\n");
  console.log(toolEvents.slice(0, 1_000));
}

const { client_id: clientId, client_secret: clientSecret } = context;
const oauth = clientId ? { oauth: { clientId, clientSecret } } : {};
await ask("POST", "/api/mcp", { id, url: server, ...oauth });
try {
  const { tools } = await connected();
  if (tools.length > 0) await ask("PATCH", `/api/toolsets/mcp:${id}`, { mode: "on" });
  for (const { name, tool } of tools)
    for (const input of inputsOf(tool)) {
      await call(name, input);
      // Some servers require more scopes for a call than for the connection.
      const { authUrl } = await view();
      if (authUrl) {
        await connected();
        await call(name, input);
      }
    }
} finally {
  await ask("DELETE", `/api/mcp/${id}`);
}
