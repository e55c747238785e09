import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { Talk, waitForText, written } from "./api.ts";
import { descendants } from "./bench/processes.ts";
import { call } from "./call.ts";
import { BUTTON, made } from "./components.ts";
import { emptyDataFolder } from "./data-folder.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { EaselServer } from "./server.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

let fresh: EaselServer;
let folder: string;
test.beforeAll(async ({ provider }) => {
  folder = emptyDataFolder("e2e-fresh");
  fresh = await EaselServer.start({ EASEL_DATA_DIR: folder, ...modelOf(provider) }, "start.mjs");
});
test.afterAll(async () => {
  await fresh?.stop();
  removeDataFolder(folder);
});

type Named = { name?: string; key?: string };

async function agentOf(url: string) {
  const file = await (await fetch(`${url}/api/export`)).json();
  const sorted = (list: Named[]) =>
    list.toSorted((a, b) => (a.name ?? a.key ?? "").localeCompare(b.name ?? b.key ?? ""));
  const { prompt, notes, tools, components, state } = file;
  return { prompt, notes, tools: sorted(tools), components: sorted(components), state: sorted(state) };
}

async function past(url: string, kind: string, name: string, limit: number): Promise<unknown[]> {
  const { body } = await call(url, "GET", `/api/history?kind=${kind}&name=${name}&limit=${limit}`);
  const revisions: { id: string }[] = body.revisions;
  const read = ({ id }: { id: string }) => call(url, "GET", `/api/history/${id}`);
  return (await Promise.all(revisions.map(read))).map((one) => one.body.content);
}

const exportOf = async (url: string, agent: string) =>
  (await fetch(`${url}/api/export?agent=${agent}`)).text();
const plain = (file: string) => file.replaceAll(/"(createdAt|exportedAt)":"[^"]*"/g, "");

/** Returns the file of a changed copy of the first agent. The copy is deleted. */
async function changedCopy(url: string, key: string): Promise<string> {
  const { agents } = (await call(url, "GET", "/api/agents")).body;
  const { body: copy } = await call(url, "POST", "/api/agents", { name: `Copy ${key}`, from: agents[0].id });
  const of = `?agent=${copy.id}`;
  try {
    for (const [method, path, body] of [
      ["PUT", `/api/prompt${of}`, { content: `Copied ${key}` }],
      ["PUT", `/api/state/${key}${of}`, { value: "changed" }],
      ["POST", `/api/database/sql${of}`, { sql: "CREATE TABLE trips (place TEXT)" }],
      ["POST", `/api/memory/blocks${of}`, { label: "plan", kind: "core", text: "Peas." }],
      ["PATCH", `/api/memory/blocks/plan${of}`, { pinned: true }],
      ["POST", `/api/memory/memories${of}`, { layer: "mid", content: `Sows ${key}` }],
    ] as const)
      expect([path, await call(url, method, path, body)]).toMatchObject([path, { status: 200 }]);
    const file = new URLSearchParams({ agent: copy.id, name: "plan.md" });
    expect((await fetch(`${url}/api/files?${file}`, { method: "POST", body: "# Plan" })).status).toBe(201);
    return await exportOf(url, copy.id);
  } finally {
    await call(url, "DELETE", `/api/agents/${copy.id}`);
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

const isBundling = (pid: number) =>
  descendants(pid).some((child) => readFileSync(`/proc/${child}/comm`, "utf8").trim() === "esbuild");

test("starts esbuild only for the first component, not for the sandbox", async () => {
  const fields = { description: "Doubles", parameter_schema: { type: "object" }, code: "return args.n * 2" };
  await call(fresh.url, "POST", "/api/agent-tools", { name: "doubles", ...fields });
  const run = await call(fresh.url, "POST", "/api/agent-tools/doubles/run", { args: { n: 2 } });
  expect(run).toMatchObject({ status: 200, body: { result: 4 } });
  expect(isBundling(fresh.pid)).toBe(false);
  const component = made();
  await call(fresh.url, "POST", "/api/components", component);
  expect(isBundling(fresh.pid)).toBe(true);
  await call(fresh.url, "DELETE", `/api/components/${component.name}`);
  await call(fresh.url, "DELETE", "/api/agent-tools/doubles");
});

test("npm start restarts a killed server; runs continue and health reports the crash", async ({
  provider,
}) => {
  expect((await call(fresh.url, "GET", "/api/health")).body.restart).toBeNull();
  const talk = new Talk(fresh.url);
  await waitForText(await talk.say("go", [{ text: "alpha " }, { gate: talk.id, text: "beta" }]), "alpha");
  const [server = 0] = childrenOf(fresh.pid);
  process.kill(server, "SIGKILL");
  await provider.log.until({ containing: talk.id, atLeast: 2, timeoutMs: 30_000 });
  provider.gates.open(talk.id);
  await expect(async () => {
    const { body } = await call(fresh.url, "GET", "/api/health");
    expect(body.restart).toMatchObject({ reason: "it was stopped by SIGKILL" });
  }).toPass({ timeout: 30_000 });
  const { messages } = await talk.until("completed");
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(written(messages[1] ?? { parts: [] })).toBe("alpha beta");
  expect(fresh.output.filter((line) => line.includes("ready at"))).toHaveLength(2);
});

test("moves an agent with its whole history to a new server in one file", { tag: "@long" }, async ({
  easel: { url },
}) => {
  const does = async (method: string, path: string, body?: unknown) =>
    expect(await call(url, method, path, body)).toMatchObject({ status: 200 });
  const [tool, key, lost] = [randomUUID(), randomUUID(), randomUUID()].map(
    (id) => `m${id.replaceAll("-", "")}`,
  );
  const component = made();
  const fields = { description: "Doubles", parameter_schema: { type: "object" }, code: "return args.n * 2" };
  await does("PUT", "/api/prompt", { content: `First ${key}` });
  await does("PUT", "/api/prompt", { content: `Second ${key}` });
  await does("PUT", "/api/notes", { content: `Learned ${key}` });
  await does("POST", "/api/agent-tools", { name: tool, ...fields });
  await does("PATCH", `/api/agent-tools/${tool}`, { code: "return args.n * 3" });
  await does("POST", "/api/components", component);
  await does("PATCH", `/api/components/${component.name}`, { code: BUTTON.replace("p-2", "p-3") });
  await does("PUT", `/api/state/${key}`, { value: { n: [1, "\u{1f600}"] } });
  await does("PUT", `/api/state/${lost}`, { value: "was here" });
  await does("DELETE", `/api/state/${lost}`);
  const text = await (await fetch(`${url}/api/export`)).text();

  const headers = { "content-type": "application/json" };
  const taken = await fetch(`${fresh.url}/api/import`, { method: "POST", headers, body: text });
  expect(taken.status).toBe(200);
  expect(await agentOf(fresh.url)).toEqual(await agentOf(url));
  for (const [kind, name, versions] of [
    ["system_prompt", "system_prompt", 2],
    ["learned_notes", "learned_notes", 1],
    ["tool", tool, 2],
    ["component", component.name, 2],
    ["state", key, 1],
    ["state", lost, 2],
  ] as const) {
    const there = await past(fresh.url, kind, name ?? "", versions);
    expect(there).toEqual(await past(url, kind, name ?? "", versions));
    expect(there).toHaveLength(versions);
  }
  const run = await call(fresh.url, "POST", `/api/agent-tools/${tool}/run`, { args: { n: 14 } });
  expect(run).toMatchObject({ status: 200, body: { result: 42 } });

  const copied = await changedCopy(url, key ?? "");
  const { body: empty } = await call(fresh.url, "POST", "/api/agents", { name: "Copy" });
  const imported = await fetch(`${fresh.url}/api/import?agent=${empty.id}&rights=file`, {
    ...{ method: "POST", headers },
    body: copied,
  });
  expect([imported.status, plain(await exportOf(fresh.url, empty.id))]).toEqual([200, plain(copied)]);
});
