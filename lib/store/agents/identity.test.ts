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

const user = { author: "person", cause: null } as const;
const KINDS = ["system_prompt", "learned_notes"] as const;

describe.each(KINDS)("the %s", (kind) => {
  const write = (content: string, base?: number) => writeText(agentId, kind, () => content, user, base);
  const item = () => ({ agentId, kind, name: kind });

  test("starts at version 1 and increments it with each change", async () => {
    const first = await readText(agentId, kind);
    expect(first.version).toBe(1);
    expect(await readVersion(item())).toMatchObject({
      version: 1,
      content: first.content,
      author: "system",
    });
    expect(await write("two")).toEqual({ content: "two", version: 2 });
    expect(await readText(agentId, kind)).toEqual({ content: "two", version: 2 });
    expect(await readVersion(item())).toMatchObject({ version: 2, content: "two", ...user });
  });

  test("creates no version and no notice for an unchanged write", async () => {
    const notices: unknown[] = [];
    const leave = subscribe((notice) => notices.push(notice));
    expect(await write("two")).toMatchObject({ version: 2 });
    expect(notices).toEqual([]);
    await write("");
    leave();
    expect(notices).toEqual([{ type: "history", agent: agentId, kind, name: kind }]);
    expect(await readText(agentId, kind)).toEqual({ content: "", version: 3 });
  });

  test("rejects a write based on an outdated version", async () => {
    await expect(write("late", 2)).rejects.toMatchObject({ code: "conflict", details: { version: 3 } });
    const all = await Promise.allSettled(["a", "b", "c"].map((text) => write(text, 3)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("applies all concurrent edits one after the other", async () => {
    const add = (n: number) => writeText(agentId, kind, (text) => `${text}<${n}>`, user);
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
    await expect(writeText(agentId, kind, change, user)).rejects.toThrow("no");
    expect(await readText(agentId, kind)).toEqual(before);
  });
});
