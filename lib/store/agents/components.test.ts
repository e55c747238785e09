import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subscribe } from "@/lib/store/bus";
import { listRevisions, readRevision, readVersion } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { resolveAgent } from "./agents";
import { bundledFor, readBundle, writeBundle } from "./bundles";
import {
  keepFailed,
  listComponents,
  putComponent,
  readComponent,
  removeComponent,
  wasLive,
} from "./components";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const content = (code: string) => ({ description: "A board", code, props_schema: { type: "object" } });
const by = { author: "person", cause: null, failure: null } as const;
const put = (name: string, base: number, code: string) =>
  putComponent(agentId, name, base, { content: content(code), ...by });
const item = (name: string) => ({ agentId, kind: "component" as const, name });

describe("a component", () => {
  test("is stored together with its revision; versions count from 1", async () => {
    const first = await put("Board", 0, "a");
    expect(first).toMatchObject({
      kind: "component",
      name: "Board",
      version: 1,
      author: "person",
      cause: null,
    });
    expect(await put("Board", 1, "b")).toMatchObject({ version: 2 });
    expect(await readComponent(agentId, "Board")).toEqual({
      name: "Board",
      ...content("b"),
      version: 2,
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await readVersion(item("Board"), 1)).toMatchObject({ id: first?.id, content: content("a") });
    expect(await readVersion(item("Board"))).toMatchObject({ version: 2 });
    expect(await readVersion(item("Board"), 3)).toBeNull();
  });

  test("is listed by name, in pages, and filtered by words of its name and description", async () => {
    for (const name of ["Zeta", "alpha", "Ärger"]) await put(name, 0, name);
    const names = async (wanted: Parameters<typeof listComponents>[1]) =>
      (await listComponents(agentId, wanted)).map(({ name }) => name);
    const all = await names({});
    expect(all).toEqual(expect.arrayContaining(["alpha", "Ärger", "Zeta"]));
    const first = await names({ limit: 2 });
    expect([...first, ...(await names({ after: first.at(-1) }))]).toEqual(all);
    expect(await names({ q: "ARGER board" })).toEqual(["Ärger"]);
    for (const name of ["Zeta", "alpha", "Ärger"]) await removeComponent(agentId, name, by);
  });

  test("is not overwritten by a change based on another version than the live one", async () => {
    await put("Seen", 0, "a");
    expect(await put("Seen", 0, "b")).toBeNull();
    expect(await put("Seen", 7, "b")).toBeNull();
    expect((await listRevisions(agentId, { name: "Seen" })).revisions).toHaveLength(1);
  });

  test("accepts only one of many concurrent changes with the same base version", async () => {
    await put("Busy", 0, "a");
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => put("Busy", 1, `b${n}`)));
    expect(all.filter(Boolean)).toHaveLength(1);
    expect((await readComponent(agentId, "Busy"))?.version).toBe(2);
  });

  test("is created by only one of many concurrent calls", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => put("New", 0, `b${n}`)));
    expect(all.filter(Boolean)).toMatchObject([{ version: 1 }]);
  });

  test("keeps its versions when deleted and continues their numbers when recreated", async () => {
    await put("Gone", 0, "a");
    const byUser = { author: "person", cause: null } as const;
    expect(await removeComponent(agentId, "Gone", byUser)).toMatchObject({ version: 2, deleted: true });
    expect(await removeComponent(agentId, "Gone", byUser)).toBeNull();
    expect(await readComponent(agentId, "Gone")).toBeNull();
    expect(await put("Gone", 1, "late")).toBeNull();
    expect(await put("Gone", 0, "b")).toMatchObject({ version: 3 });
    const { revisions } = await listRevisions(agentId, { name: "Gone" });
    expect(revisions.map(({ version, deleted }) => [version, deleted])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
  });

  test("stays live when a new version fails, and lists the failure", async () => {
    await put("Frail", 0, "a");
    await keepFailed(agentId, "Frail", { content: content("b"), ...by, failure: "It threw." });
    expect(await readComponent(agentId, "Frail")).toMatchObject({ code: "a", version: 1 });
    const listed = async () => (await listComponents(agentId)).find(({ name }) => name === "Frail");
    expect(await listed()).toMatchObject({ version: 1, failed: { version: 2, message: "It threw." } });
    expect(await put("Frail", 1, "c")).toMatchObject({ version: 3 });
    expect(await listed()).not.toHaveProperty("failed");
  });

  test("is not live if its only version failed", async () => {
    await keepFailed(agentId, "Never", { content: content("b"), ...by, failure: "It threw." });
    expect([await readComponent(agentId, "Never"), await wasLive(agentId, "Never")]).toEqual([null, false]);
    expect(await put("Never", 0, "c")).toMatchObject({ version: 2 });
  });

  test("publishes a notice for each change", async () => {
    const changedNames: string[] = [];
    const leave = subscribe((notice) => {
      if (notice.type === "component") changedNames.push(notice.name);
    });
    await put("Told", 0, "a");
    await put("Told", 9, "lost");
    await removeComponent(agentId, "Told", { author: "person", cause: null });
    leave();
    expect(changedNames).toEqual(["Told", "Told"]);
  });

  test("stores unusual characters, with U+FFFD instead of U+0000 and lone surrogates", async () => {
    const odd = {
      description: "d",
      code: "\u{1f600} $1 '' \\0",
      props_schema: { description: "a\0b \ud800" },
    };
    await putComponent(agentId, "Odd", 0, { content: odd, ...by });
    const stored = { ...odd, props_schema: { description: "a\ufffdb \ufffd" } };
    expect(await readComponent(agentId, "Odd")).toMatchObject(stored);
    expect(await readVersion(item("Odd"))).toMatchObject({ content: stored });
  });
});

describe("the history of components", () => {
  test("is paged, newest first, with each revision once", async () => {
    for (let n = 0; n < 12; n++) await put("Paged", n, `${n}`);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listRevisions(agentId, { kind: "component", name: "Paged", limit: 2, cursor });
      seen.push(...page.revisions.map(({ version }) => version));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    await expect(listRevisions(agentId, { cursor: "x" })).rejects.toMatchObject({ code: "invalid" });
  });

  test("is visible to its own agent only", async () => {
    const revision = await put("Mine", 0, "a");
    const other = crypto.randomUUID();
    expect((await listRevisions(other)).revisions).toEqual([]);
    await expect(readRevision(other, revision?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
    expect(await readRevision(agentId, revision?.id ?? "")).toEqual({ ...revision, content: content("a") });
  });
});

test("writeBundle replaces the stored bundle with that of another runtime", async () => {
  const bundle = { hash: "h", source: "s", js: "1", css: "", map: "{}", runtime: "r1" };
  expect([await readBundle("h"), await bundledFor("h")]).toEqual([null, null]);
  await writeBundle(bundle);
  await writeBundle({ ...bundle, js: "2", runtime: "r2" });
  expect(await readBundle("h")).toEqual({ ...bundle, js: "2", runtime: "r2" });
  expect(await bundledFor("h")).toBe("r2");
});
