import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subscribe } from "@/lib/store/bus";
import { listRevisions, readVersion } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { resolveAgent } from "./agents";
import { readText, writeText } from "./identity";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const person = { author: "person", cause: null } as const;
const KINDS = ["system_prompt", "learned_notes"] as const;

describe.each(KINDS)("the %s", (kind) => {
  const write = (content: string, base?: number) => writeText(agentId, kind, () => content, person, base);
  const thing = () => ({ agentId, kind, name: kind });

  test("starts at version 1 and increments it with each change", async () => {
    const first = await readText(agentId, kind);
    expect(first.version).toBe(1);
    expect(await readVersion(thing())).toMatchObject({
      version: 1,
      content: first.content,
      author: "system",
    });
    expect(await write("two")).toEqual({ content: "two", version: 2 });
    expect(await readText(agentId, kind)).toEqual({ content: "two", version: 2 });
    expect(await readVersion(thing())).toMatchObject({ version: 2, content: "two", ...person });
  });

  test("creates no version and no notice for an unchanged write", async () => {
    const heard: unknown[] = [];
    const leave = subscribe((notice) => heard.push(notice));
    expect(await write("two")).toMatchObject({ version: 2 });
    expect(heard).toEqual([]);
    await write("");
    leave();
    expect(heard).toEqual([{ type: "history", agent: agentId, kind, name: kind }]);
    expect(await readText(agentId, kind)).toEqual({ content: "", version: 3 });
  });

  test("rejects a write based on an outdated version", async () => {
    await expect(write("late", 2)).rejects.toMatchObject({ code: "conflict", details: { version: 3 } });
    const all = await Promise.allSettled(["a", "b", "c"].map((text) => write(text, 3)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("applies all concurrent edits", async () => {
    const add = (n: number) => writeText(agentId, kind, (text) => `${text}<${n}>`, person);
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)));
    const { content, version } = await readText(agentId, kind);
    for (let n = 0; n < 20; n++) expect(content).toContain(`<${n}>`);
    const { revisions } = await listRevisions(agentId, { kind });
    expect(revisions.map((one) => one.version)).toEqual(
      Array.from({ length: version }, (_, n) => version - n),
    );
  });

  test("stays unchanged if the edit throws", async () => {
    const before = await readText(agentId, kind);
    const change = () => {
      throw new Error("no");
    };
    await expect(writeText(agentId, kind, change, person)).rejects.toThrow("no");
    expect(await readText(agentId, kind)).toEqual(before);
  });
});
