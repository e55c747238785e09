import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/* Runs in the pages of the hosts: calls the tool that the address names. */

const query = new URLSearchParams(location.search);
export const sandbox = query.get("sandbox") ?? "";
export const theme = query.get("theme") === "dark" ? "dark" : "light";

/** For tests. */
export const seen: { messages: unknown[]; links: unknown[]; ready: boolean } = {
  ...{ messages: [], links: [], ready: false },
};
Object.assign(window, { seen });

export async function showTool() {
  const client = new Client({ name: "Basic host", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
  const name = query.get("tool") ?? "";
  const input = JSON.parse(query.get("input") ?? "{}") as Record<string, unknown>;
  const { tools } = await client.listTools();
  const tool = tools.find((one) => one.name === name);
  const { resourceUri } = (tool?._meta?.ui ?? {}) as { resourceUri?: string };
  if (!tool || !resourceUri) throw new Error(`There is no app of ${name}`);
  const result = await client.callTool({ name, arguments: input });
  const { contents } = await client.readResource({ uri: resourceUri });
  const [content] = contents;
  const html = content && "text" in content ? content.text : "";
  Object.assign(window, { client });
  return { client, tool, input, result, html };
}
