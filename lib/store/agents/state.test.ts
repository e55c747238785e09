import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { listRevisions, readRevision } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { resolveAgent } from "./agents";
import { entries, keys, read, remove, type Writer, write } from "./state";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const person: Writer = { author: "person", cause: null };
const agent = (runId: string, toolCallId = "t"): Writer => ({
  author: "agent",
  cause: { conversationId: "c", messageId: "m", runId, toolCallId },
});

const history = async (name: string) => {
  const { revisions } = await listRevisions(agentId, { kind: "state", name });
  const whole = await Promise.all(revisions.map(({ id }) => readRevision(agentId, id)));
  return whole.reverse().map(({ version, content, author }) => [version, content, author]);
};

/** Moves all versions written so far some seconds into the past. */
const later = (seconds: number) =>
  sql()`update revisions set created_at = created_at - make_interval(secs => ${seconds}) where agent_id = ${agentId}`;

describe("a key", () => {
  test("is written, read, listed and taken away", async () => {
    expect(await read(agentId, "a/b")).toBeNull();
    await write(agentId, "a/b", { n: 1 }, person);
    await write(agentId, "a%b", null, person);
    expect(await read(agentId, "a/b")).toEqual({ n: 1 });
    expect(await keys(agentId, "a%")).toEqual(["a%b"]);
    expect(await entries(agentId, "a")).toMatchObject([
      { key: "a%b", value: null },
      { key: "a/b", value: { n: 1 } },
    ]);
    expect(await remove(agentId, "a/b", person)).toBe(true);
    expect(await remove(agentId, "a/b", person)).toBe(false);
    expect(await history("a/b")).toEqual([
      [1, { value: { n: 1 } }, "person"],
      [2, null, "person"],
    ]);
    expect(await history("a%b")).toEqual([[1, { value: null }, "person"]]);
  });

  test("holds any JSON, with U+FFFD instead of U+0000 and lone surrogates", async () => {
    const odd = { "": "\0 \ud800 \u{1f600}", n: -0.1e-7, long: "é".repeat(100_000), list: [[], {}, null] };
    const stored = { ...odd, "": "\ufffd \ufffd \u{1f600}" };
    await write(agentId, "odd", odd, person);
    expect(await read(agentId, "odd")).toEqual(stored);
    expect(await history("odd")).toEqual([[1, { value: stored }, "person"]]);
  });

  test("refuses what is too large, too deep, or reaches for a prototype", async () => {
    const deep = JSON.parse("[".repeat(201) + "]".repeat(201));
    for (const [value, words] of [
      ["x".repeat(1_000_000), "1000002 characters"],
      [deep, "nested deeper than 200"],
      [JSON.parse('{"a":{"__proto__":1}}'), "a.__proto__ is a key that is not taken"],
    ] as const)
      await expect(write(agentId, "bad", value, person)).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining(words),
      });
    expect(await history("bad")).toEqual([]);
  });
});

describe("the versions of a key", () => {
  test("written by one author within three seconds are one, and after that another", async () => {
    for (const n of [1, 2, 3]) await write(agentId, "typed", n, person);
    expect(await history("typed")).toEqual([[1, { value: 3 }, "person"]]);
    await later(2);
    await write(agentId, "typed", 4, person);
    await later(1.5);
    await write(agentId, "typed", 5, person);
    expect(await history("typed")).toEqual([
      [1, { value: 4 }, "person"],
      [2, { value: 5 }, "person"],
    ]);
  });

  test("that a sheet writes for the person are kept apart from those by hand, and say which sheet it was", async () => {
    const sheet: Writer = { author: "person", cause: { sheet: { title: "Tide board" } } };
    for (const by of [person, sheet, sheet, person]) await write(agentId, "tide", Math.random(), by);
    const { revisions } = await listRevisions(agentId, { kind: "state", name: "tide" });
    expect(revisions.map(({ cause }) => cause)).toEqual([null, sheet.cause, null]);
  });

  test("are kept apart by author and by run", async () => {
    for (const by of [person, agent("r1"), agent("r1", "u"), agent("r2"), person])
      await write(agentId, "both", Math.random(), by);
    expect((await history("both")).map(([version, , author]) => [version, author])).toEqual([
      [1, "person"],
      [2, "agent"],
      [3, "agent"],
      [4, "person"],
    ]);
    const { revisions } = await listRevisions(agentId, { kind: "state", name: "both" });
    expect(revisions.map(({ cause }) => cause && "toolCallId" in cause && cause.toolCallId)).toEqual([
      null,
      "t",
      "u",
      null,
    ]);
  });

  test("are never lost to a deletion that follows at once", async () => {
    await write(agentId, "gone", "precious", person);
    await remove(agentId, "gone", person);
    await write(agentId, "gone", "back", person);
    expect(await history("gone")).toEqual([
      [1, { value: "precious" }, "person"],
      [2, null, "person"],
      [3, { value: "back" }, "person"],
    ]);
  });

  test("are none where nothing changes, and nobody is told", async () => {
    const heard: string[] = [];
    const leave = subscribe(({ type }) => heard.push(type));
    await write(agentId, "same", [1], person);
    await write(agentId, "same", [1], agent("r"));
    await remove(agentId, "same", person);
    await remove(agentId, "same", person);
    leave();
    expect(heard).toEqual(["state", "history", "history", "state"]);
    expect(await history("same")).toHaveLength(2);
  });

  test("have no gap and end with what is stored when many write at once", async () => {
    const by = (n: number) => (n % 2 ? person : agent(`r${n}`));
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(agentId, "busy", n, by(n))));
    const all = await history("busy");
    expect(all.map(([version]) => version)).toEqual(all.map((_, index) => index + 1));
    expect(all.at(-1)?.[1]).toEqual({ value: await read(agentId, "busy") });
  });
});
