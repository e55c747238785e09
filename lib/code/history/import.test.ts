import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { createTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import type { Kind } from "@/lib/shared/kinds";
import { contentOf } from "@/lib/shared/memory/memory";
import { listAgentTools } from "@/lib/store/agents/agent-tools";
import { listComponents, readComponent } from "@/lib/store/agents/components";
import { readText, writeText } from "@/lib/store/agents/identity";
import * as state from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { listBlocks } from "@/lib/store/memory/block-list";
import { listFacts } from "@/lib/store/memory/fact-list";
import { forgetFact, storeFact } from "@/lib/store/memory/memories";
import { listRevisions, readRevision } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { importAgent, previewImport } from "./import";
import { restoreAgentTo } from "./restore-point";
import { exported, fullAgent, newAgent, tool, user } from "./testing/agents";

fakeCompiler();
fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const live = async (id: string) => ({
  prompt: (await readText(id, "system_prompt")).content,
  notes: (await readText(id, "learned_notes")).content,
  tools: (await listAgentTools(id)).map(({ name, code, enabled }) => [name, code, enabled]),
  components: (await listComponents(id)).map(({ name }) => name),
  board: (await readComponent(id, "Board"))?.code,
  state: (await state.entries(id)).map(({ key, value }) => [key, value]),
  memory: (await readText(id, "memory_blob")).content,
  blocks: (await listBlocks(id)).blocks.map((block) => [block.label, contentOf(block)]),
});

async function contents(agentId: string, kind: Kind, name: string) {
  const { revisions } = await listRevisions(agentId, { kind, name });
  const whole = await Promise.all(revisions.map(({ id }) => readRevision(agentId, id)));
  return whole.reverse().map(({ version, content }) => [version, content]);
}

describe("an agent file", () => {
  test("imports everything with all versions into another agent", async () => {
    const [from, to] = [await fullAgent(), await newAgent()];
    const file = await exported(from);
    const preview = await previewImport(to, file);
    expect(
      preview.changes.map(({ kind, name, action, versions, from }) => [kind, name, action, versions, from]),
    ).toEqual([
      ["system_prompt", "system_prompt", "change", 1, 1],
      ["tool", "double", "create", 2, null],
      ["tool", "gone", "history", 2, null],
      ["tool", "off", "create", 1, null],
      ["component", "Board", "create", 2, null],
      ["skill", "dry", "create", 1, null],
      ["skill", "water", "create", 1, null],
      ["state", "odd/__proto__", "create", 1, null],
      ["memory_blob", "memory_blob", "create", 1, null],
      ["block", "archive:old", "history", 2, null],
      ["block", "persona", "create", 1, null],
    ]);
    expect(preview.same).toBe(1);
    const done = await importAgent(to, file, preview.hash);
    expect(done).toEqual({ at: expect.any(String), same: 1, changes: preview.changes });
    expect(await live(to)).toEqual(await live(from));
    for (const [kind, name] of [
      ["tool", "double"],
      ["tool", "gone"],
      ["component", "Board"],
      ["state", "odd/__proto__"],
      ["block", "persona"],
      ["block", "archive:old"],
    ] as const)
      expect(await contents(to, kind, name), name).toEqual(await contents(from, kind, name));
    const [newest] = (await listRevisions(to, { kind: "tool", name: "double" })).revisions;
    expect(newest).toMatchObject({
      version: 2,
      author: "import",
      cause: {
        imported: {
          version: 2,
          author: "person",
          createdAt: file.history.find(
            (one: { name: string; version: number }) => one.name === "double" && one.version === 2,
          ).createdAt,
        },
      },
      createdAt: done.at,
    });
  });

  test("changes nothing on a second import or in its own agent", async () => {
    const [from, to] = [await fullAgent(), await newAgent()];
    const file = await exported(from);
    await importAgent(to, file);
    const before = await listRevisions(to);
    for (const id of [to, from]) {
      expect((await previewImport(id, file)).changes).toEqual([]);
      expect(await importAgent(id, file)).toEqual({ at: null, same: 12, changes: [] });
    }
    expect(await listRevisions(to)).toEqual(before);
    const timeless = (one: object) => JSON.stringify(one).replaceAll(/"(created|exported)At":"[^"]*"/g, "");
    expect(timeless(await exported(to))).toBe(timeless(file));
  });

  test("can omit earlier versions", async () => {
    const [from, to] = [await fullAgent(), await newAgent()];
    const file = await exported(from, "live");
    expect(file.history).toHaveLength(10);
    await importAgent(to, file);
    expect(await live(to)).toEqual(await live(from));
    expect(await contents(to, "system_prompt", "system_prompt")).toHaveLength(2);
  });

  test("omits forgotten facts, and ignores them in older files", async () => {
    const [from, to] = [await newAgent(), await newAgent()];
    const keep = (content: string) => storeFact(from, { layer: "long", content }, user);
    await keep("Lives in Ulm");
    const { id } = await keep("Lives in Rome");
    const before = JSON.stringify(await exported(from));
    await forgetFact(from, id, user);
    const file = await exported(from);
    expect(before).toContain("Rome");
    expect(JSON.stringify(file)).not.toContain("Rome");
    const last = JSON.parse(before).history.find(({ name }: { name: string }) => name === id);
    const history = [...file.history, last, { ...last, version: 2, content: null }];
    await importAgent(to, { ...file, history });
    expect((await listFacts(to)).facts.map(({ content }) => content)).toEqual(["Lives in Ulm"]);
    const { revisions } = await listRevisions(to, { kind: "memory" });
    expect(revisions).toHaveLength(1);
    // A fact stored again after the deletion is exported.
    await keep("Lives in Rome");
    expect((await exported(from)).history.filter(({ name }: { name: string }) => name === id)).toHaveLength(
      3,
    );
  });

  test("may lack jobs and memory, and then changes neither", async () => {
    const [from, to] = [await fullAgent(), await newAgent()];
    const { memory: _, blocks: __, jobs: ___, history, ...file } = await exported(from);
    const later = new Set<Kind>(["block", "memory_blob", "job"]);
    const older = history.filter(({ kind }: { kind: Kind }) => !later.has(kind));
    await writeText(to, "memory_blob", () => "Likes coffee", user);
    await importAgent(to, { ...file, history: older });
    expect(await live(to)).toEqual({ ...(await live(from)), memory: "Likes coffee", blocks: [] });
  });

  test("adds to the existing data without loss, and its import can be undone", async () => {
    const [from, to] = [await fullAgent(), await newAgent()];
    await writeText(to, "system_prompt", () => "Ours", user);
    await createTool(to, { ...tool("gone"), code: "return 3" }, user);
    await createTool(to, tool("double"), user);
    await createTool(to, tool("ours"), user);
    await state.write(to, "ours", 1, user);
    const before = await live(to);
    const { at, changes } = await importAgent(to, await exported(from));
    // A tool deleted in the file stays here, and its versions join the history.
    expect(changes.find(({ name }) => name === "gone")).toMatchObject({
      action: "history",
      versions: 1,
      from: 1,
    });
    expect(await live(to)).toMatchObject({
      prompt: 'Be "terse" \u{1f600}\u2028',
      tools: [
        ["double", "return 2", true],
        ["gone", "return 3", true],
        ["off", "return 1", false],
        ["ours", "return 1", true],
      ],
    });
    expect(
      (await contents(to, "system_prompt", "system_prompt")).map(([version, text]) => [version, text]),
    ).toEqual([
      [1, "Hello"],
      [2, "Ours"],
      [3, "Hello"],
      [4, 'Be "terse" \u{1f600}\u2028'],
    ]);
    expect((await importAgent(to, await exported(from))).changes).toEqual([]);
    await restoreAgentTo(to, new Date(Date.parse(at ?? "") - 1).toISOString());
    expect(await live(to)).toEqual(before);
  });

  test("changes nothing if its import fails midway", async () => {
    const [from, to] = [await fullAgent(), await newAgent()];
    const file = await exported(from);
    const before = [await live(to), await listRevisions(to)];
    // The prompt, tools and components are written first, then writing the state fails.
    await sql()`create function full_up() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`;
    await sql()`create trigger full_up before insert on state for each row execute function full_up()`;
    await expect(importAgent(to, file)).rejects.toThrow("no room");
    await sql()`drop trigger full_up on state`;
    expect([await live(to), await listRevisions(to)]).toEqual(before);
    expect((await importAgent(to, file)).changes).toHaveLength(11);
  });

  test("is rejected after a change since the preview", async () => {
    const [from, to] = [await fullAgent(), await newAgent()];
    const file = await exported(from);
    const { hash } = await previewImport(to, file);
    await writeText(to, "system_prompt", () => "Meanwhile", user);
    const before = await listRevisions(to);
    await expect(importAgent(to, file, hash)).rejects.toMatchObject({ code: "conflict" });
    expect(await listRevisions(to)).toEqual(before);
  });
});
