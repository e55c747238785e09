import { expect, test } from "vitest";
import { newServer, serversFile } from "./input";

const problems = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  (result.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);

test("newServer reports errors by field, with the remedy", () => {
  const url = "https://house.example/mcp";
  expect(problems(newServer.safeParse({}))).toEqual([["id", expect.stringContaining("1 to 32")]]);
  expect(problems(newServer.safeParse({ id: "a", url, env: { KEY: "x" } }))).toEqual([
    ["env", expect.stringContaining("headers")],
  ]);
  expect(problems(newServer.safeParse({ id: "a", command: "node", headers: { key: "x" } }))).toEqual([
    ["headers", expect.stringContaining("env")],
  ]);
  expect(newServer.safeParse({ id: "a", url, env: {}, headers: {} }).success).toBe(true);
});

test("serversFile derives ids for the servers of an mcp.json file, and reports errors by server", () => {
  const written = {
    mcpServers: { "My House!": { command: "npx", args: ["-y", "house"], headers: { no: "matter" } }, b: {} },
  };
  expect(problems(serversFile.safeParse(written))).toEqual([
    ["mcpServers.b.url", expect.stringContaining("address")],
  ]);
  const { data } = serversFile.safeParse({ mcpServers: { "My House!": written.mcpServers["My House!"] } });
  expect(data).toEqual([
    { id: "my-house", title: "My House!", command: "npx", args: ["-y", "house"], enabled: true },
  ]);
});
