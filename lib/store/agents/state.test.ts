import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { listRevisions, readRevision } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { resolveAgent } from "./agents";
import { entries, find, keys, read, remove, type Writer, write, writeMerged } from "./state";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const user: Writer = { author: "person", cause: null };
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

describe("a state key", () => {
  test("is written, read, listed and deleted", async () => {
    expect(await read(agentId, "a/b")).toBeNull();
    await write(agentId, "a/b", { n: 1 }, user);
    await write(agentId, "a%b", null, user);
    expect(await read(agentId, "a/b")).toEqual({ n: 1 });
    expect(await keys(agentId, "a%")).toEqual(["a%b"]);
    expect(await entries(agentId, "a")).toMatchObject([
      { key: "a%b", value: null },
      { key: "a/b", value: { n: 1 } },
    ]);
    expect(await remove(agentId, "a/b", user)).toBe(true);
    expect(await remove(agentId, "a/b", user)).toBe(false);
    expect(await history("a/b")).toEqual([
      [1, { value: { n: 1 } }, "person"],
      [2, null, "person"],
    ]);
    expect(await history("a%b")).toEqual([[1, { value: null }, "person"]]);
  });

  test("merges the changes of two users, with the origins of both", async () => {
    await write(agentId, "note", "Tea", user);
    await write(agentId, "note", "Green Tea", { ...user, origins: ["https://tea.example"] });
    const merge = (base: unknown, value: unknown) => writeMerged(agentId, "note", { base, value }, user);
    expect(await merge("Tea", "Tea for two")).toBe("Green Tea for two");
    expect(await find(agentId, "note")).toEqual({
      value: "Green Tea for two",
      origins: ["https://tea.example"],
    });
    // The value as it is, written by the user alone.
    expect(await merge("Green Tea for two", "Cake")).toBe("Cake");
    expect((await find(agentId, "note"))?.origins).toEqual([]);
    expect(await merge(null, "first")).toBe("Cakefirst");
    const long = "x".repeat(600_000);
    await write(agentId, "note", long, user);
    await expect(merge("", "y".repeat(600_000))).rejects.toMatchObject({ code: "invalid" });
    expect(await read(agentId, "note")).toBe(long);
  });

  test("stores any JSON, with U+FFFD instead of U+0000 and lone surrogates", async () => {
    const odd = { "": "\0 \ud800 \u{1f600}", n: -0.1e-7, long: "é".repeat(100_000), list: [[], {}, null] };
    const stored = { ...odd, "": "\ufffd \ufffd \u{1f600}" };
    await write(agentId, "odd", odd, user);
    expect(await read(agentId, "odd")).toEqual(stored);
    expect(await history("odd")).toEqual([[1, { value: stored }, "person"]]);
  });

  test("rejects values that are too large, too deep or contain `__proto__`", async () => {
    const deep = JSON.parse("[".repeat(201) + "]".repeat(201));
    for (const [value, message] of [
      ["x".repeat(1_000_000), "1000002 characters"],
      [deep, "nested deeper than 200"],
      [JSON.parse('{"a":{"__proto__":1}}'), "a.__proto__ is not an allowed key"],
    ] as const)
      await expect(write(agentId, "bad", value, user)).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining(message),
      });
    expect(await history("bad")).toEqual([]);
  });
});

describe("versions of a state key", () => {
  test("merge writes of one author within three seconds into one version", async () => {
    for (const n of [1, 2, 3]) await write(agentId, "typed", n, user);
    expect(await history("typed")).toEqual([[1, { value: 3 }, "person"]]);
    await later(2);
    await write(agentId, "typed", 4, user);
    await later(1.5);
    await write(agentId, "typed", 5, user);
    expect(await history("typed")).toEqual([
      [1, { value: 4 }, "person"],
      [2, { value: 5 }, "person"],
    ]);
  });

  test("keep the user's writes through a surface apart from direct writes, with the surface's title", async () => {
    const surface: Writer = { author: "person", cause: { sheet: { title: "Tide board" } } };
    for (const by of [user, surface, surface, user]) await write(agentId, "tide", Math.random(), by);
    const { revisions } = await listRevisions(agentId, { kind: "state", name: "tide" });
    expect(revisions.map(({ cause }) => cause)).toEqual([null, surface.cause, null]);
  });

  test("keep writes of different authors and runs apart", async () => {
    for (const by of [user, agent("r1"), agent("r1", "u"), agent("r2"), user])
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

  test("keep a value that is deleted immediately after it was written", async () => {
    await write(agentId, "gone", "precious", user);
    await remove(agentId, "gone", user);
    await write(agentId, "gone", "back", user);
    expect(await history("gone")).toEqual([
      [1, { value: "precious" }, "person"],
      [2, null, "person"],
      [3, { value: "back" }, "person"],
    ]);
  });

  test("are not created by unchanged writes, which also publish no notice", async () => {
    const types: string[] = [];
    const leave = subscribe(({ type }) => types.push(type));
    await write(agentId, "same", [1], user);
    await write(agentId, "same", [1], agent("r"));
    await remove(agentId, "same", user);
    await remove(agentId, "same", user);
    leave();
    expect(types).toEqual(["state", "history", "history", "state"]);
    expect(await history("same")).toHaveLength(2);
  });

  test("have no gaps and end with the stored value after concurrent writes", async () => {
    const by = (n: number) => (n % 2 ? user : agent(`r${n}`));
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(agentId, "busy", n, by(n))));
    const all = await history("busy");
    expect(all.map(([version]) => version)).toEqual(all.map((_, index) => index + 1));
    expect(all.at(-1)?.[1]).toEqual({ value: await read(agentId, "busy") });
  });
});
