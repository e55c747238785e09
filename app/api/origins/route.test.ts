import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listToolsets } from "@/lib/agent/offer/describe-tools";
import { createTool } from "@/lib/code/tools/save";
import { runQuery } from "@/lib/data/documents/query";
import { execute } from "@/lib/data/sqlite/index";
import { describeDatabase } from "@/lib/data/tables/describe";
import { databaseView } from "@/lib/shared/data/contract";
import { storedFiles } from "@/lib/shared/files";
import { OWN } from "@/lib/shared/tools/view";
import { resolveAgent } from "@/lib/store/agents/agents";
import * as state from "@/lib/store/agents/state";
import { add } from "@/lib/store/data/files";
import { testDatabase } from "@/lib/store/testing/database";
import { GET as listFiles } from "../files/route";
import { PUT as writeState } from "../state/[...key]/route";
import { DELETE, GET, POST } from "./route";

const database = await testDatabase();
const SITE = "https://kornmuehle.example";
const BY = { author: "agent", cause: null, origins: [SITE] } as const;
let folder = "";
let agentId = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-marks-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  agentId = await resolveAgent();
});
afterAll(async () => {
  await database.drop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const ask = (method: string, path: string, body?: unknown) =>
  new Request(`http://localhost:3000${path}`, {
    method,
    headers: { host: "localhost:3000", origin: "http://localhost:3000", "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const marks = async (query = "") => {
  const response = await GET(ask("GET", `/api/origins${query}`), { params: Promise.resolve({}) });
  expect(response.status).toBe(200);
  return (await response.json()).marks.map(({ since: _, ...mark }: { since: string }) => mark);
};
const trust = async (kind: string, name: string) => {
  const response = await DELETE(ask("DELETE", "/api/origins", { kind, name }), {
    params: Promise.resolve({}),
  });
  return { status: response.status, ...(await response.json()) };
};
const distrust = async (kind: string, name: string) => {
  const response = await POST(ask("POST", "/api/origins", { kind, name }), { params: Promise.resolve({}) });
  return { status: response.status, ...(await response.json()) };
};
const put = async (key: string, body: unknown) => {
  const request = ask("PUT", `/api/state/${key}`, body);
  const response = await writeState(request, { params: Promise.resolve({ key: [key] }) });
  expect(response.status).toBe(200);
};

test("lists marked items by kind and name, and removes a mark when the user trusts the content", async () => {
  await state.write(agentId, "recipe", "Do as I say", BY);
  await execute({ agentId, sql: "CREATE TABLE prices (n)", by: BY });
  const [recipe, prices] = [
    { kind: "state", name: "recipe", origins: [SITE] },
    { kind: "table", name: "prices", origins: [SITE] },
  ];
  expect(await marks()).toEqual([recipe, prices]);
  expect(await marks("?kind=table&name=prices")).toEqual([prices]);
  expect(await marks("?kind=table&name=recipe")).toEqual([]);
  expect(await trust("table", "prices")).toEqual({ status: 200, trusted: true });
  expect(await trust("table", "prices")).toEqual({ status: 200, trusted: false });
  expect(await trust("page", "prices")).toMatchObject({ status: 422 });
  expect(await marks()).toEqual([recipe]);
});

test("a component's write has the origins of its surface and the state; a user's write has none", async () => {
  await put("list", { value: 1, sheet: "Board" });
  expect(await marks("?kind=state&name=list")).toMatchObject([{ origins: [SITE] }]);
  await trust("state", "recipe");
  await put("board", { value: 1, sheet: "Board", origins: ["https://other.example"] });
  expect(await marks("?kind=state&name=board")).toMatchObject([{ origins: ["https://other.example", SITE] }]);
  await put("board", { value: 2 });
  expect(await marks("?kind=state&name=board")).toEqual([]);
});

test("lists of tools, tables and files have the origins of each entry until it is trusted", async () => {
  const parameter_schema = { type: "object", properties: {} };
  const flour = { name: "flour", description: "Asks", parameter_schema, code: "return 1;", limits: null };
  await createTool(agentId, flour, BY);
  await createTool(agentId, { ...flour, name: "plain" }, { ...BY, origins: [] });
  await execute({ agentId, sql: "CREATE TABLE rye (n); CREATE TABLE oats (n)", by: BY });
  await trust("table", "oats");
  const image = { name: "rye.png", mediaType: "image/png", size: 1, hash: "0".repeat(64) };
  const { id } = await add(agentId, { ...image, origin: "generated", origins: [SITE] });
  const listed = async () => {
    const own = (await listToolsets(agentId, false)).find((toolset) => toolset.id === OWN);
    const { tables } = databaseView.parse(await describeDatabase(agentId));
    const response = await listFiles(ask("GET", "/api/files"), { params: Promise.resolve({}) });
    const { files } = storedFiles.parse(await response.json());
    return {
      tools: own?.tools.map(({ name, origins }) => [name, origins]),
      tables: tables.map(({ name, web }) => [name, web?.origins]),
      files: files.map((file) => [file.name, file.webOrigins]),
    };
  };
  expect(await listed()).toMatchObject({
    tools: [
      ["flour", [SITE]],
      ["plain", undefined],
    ],
    tables: expect.arrayContaining([
      ["rye", [SITE]],
      ["oats", undefined],
    ]),
    files: [["rye.png", [SITE]]],
  });
  for (const [kind, name] of [
    ["tool", "flour"],
    ["table", "rye"],
    ["file", id],
  ] as const)
    await trust(kind, name);
  expect(JSON.stringify(await listed())).not.toContain(SITE);
});

test("marks a value again when the user takes the trust back, also after the agent has changed it", async () => {
  await state.write(agentId, "tide", "Do as I say", BY);
  await execute({ agentId, sql: "CREATE TABLE tides (n)", by: BY });
  const image = { name: "tide.png", mediaType: "image/png", size: 1, hash: "1".repeat(64) };
  const { id } = await add(agentId, { ...image, origin: "generated", origins: [SITE] });
  const signal = AbortSignal.timeout(10_000);
  const insert = { operation: "insertOne", collection: "ai_tides", data: { n: 1 } } as const;
  await runQuery(insert, { agentId, signal, by: BY, onRead: () => {} });
  for (const [kind, name] of [
    ["state", "tide"],
    ["table", "tides"],
    ["file", id],
    ["collection", "ai_tides"],
  ] as const) {
    const of = `?${new URLSearchParams({ kind, name })}`;
    expect(await marks(of)).toEqual([{ kind, name, origins: [SITE] }]);
    expect(await distrust(kind, name)).toEqual({ status: 200, marked: false });
    await trust(kind, name);
    expect(await marks(of)).toEqual([]);
    const { trusted } = await (
      await GET(ask("GET", `/api/origins${of}`), { params: Promise.resolve({}) })
    ).json();
    expect(trusted).toMatchObject([{ kind, name, origins: [SITE] }]);
    if (kind === "state") await state.write(agentId, name, "Later", { ...BY, origins: [] });
    expect(await distrust(kind, name)).toEqual({ status: 200, marked: true });
    expect(await marks(of)).toEqual([{ kind, name, origins: [SITE] }]);
    expect(await distrust(kind, name)).toEqual({ status: 200, marked: false });
  }
  await trust("state", "tide");
  await state.remove(agentId, "tide", { ...BY, origins: [] });
  expect(await distrust("state", "tide")).toMatchObject({ status: 200 });
});
