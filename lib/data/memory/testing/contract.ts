import { expect, test } from "vitest";
import {
  BLOCK_LIMIT,
  type BlockContent,
  MAX_ARCHIVE_CHARS,
  MAX_BLOCK_LIMIT,
  MAX_CONTEXT_BLOCKS,
} from "@/lib/shared/memory/memory";
import type { MemoryStore } from "../store";

const user = { author: "person", cause: null } as const;
const from = (...origins: string[]) => ({ author: "agent", cause: null, origins }) as const;

export const working = (text: string, over: Partial<BlockContent> = {}): BlockContent => ({
  ...{ kind: "working", text, description: "", permission: "read_write", charLimit: BLOCK_LIMIT },
  ...over,
});
export const archival = (text: string): BlockContent =>
  working(text, { kind: "archival", charLimit: MAX_ARCHIVE_CHARS });

type Blocks = Pick<MemoryStore, "create" | "get" | "list" | "update" | "append" | "persist">;

export function blocksContract(store: Blocks, newAgent: () => Promise<string>): void {
  const a = { label: "a", isArchival: false };
  const archived = { label: "a", isArchival: true };

  test("stores a block beside an archive entry with the same label", async () => {
    const agent = await newAgent();
    expect(await store.get(agent, a)).toBeNull();
    const made = await store.create(agent, { label: "a", ...working("one") }, user);
    expect(made).toMatchObject({ ...working("one"), ...a, version: 1, origins: [] });
    await store.create(agent, { label: "a", ...archival("old") }, user);
    expect(await store.get(agent, a)).toEqual(made);
    expect(await store.get(agent, archived)).toMatchObject({ text: "old", kind: "archival", version: 1 });
    expect(await store.get(await newAgent(), a)).toBeNull();
  });

  test("rejects a taken label with its current version", async () => {
    const agent = await newAgent();
    await store.create(agent, { label: "a", ...working("one") }, user);
    const again = store.create(agent, { label: "a", ...working("two", { kind: "core" }) }, user);
    await expect(again).rejects.toMatchObject({ code: "conflict", details: { version: 1 } });
    expect((await store.get(agent, a))?.text).toBe("one");
  });

  test("rejects a change of an outdated version, and creates no version without a change", async () => {
    const agent = await newAgent();
    await store.create(agent, { label: "a", ...working("one") }, user);
    const two = await store.update(agent, a, () => working("two"), user, 1);
    expect(two).toMatchObject({ text: "two", version: 2 });
    expect(await store.update(agent, a, () => working("two"), user)).toMatchObject({ version: 2 });
    const late = store.update(agent, a, () => working("three"), user, 1);
    await expect(late).rejects.toMatchObject({ code: "conflict", details: { version: 2 } });
    const none = store.update(agent, { label: "b", isArchival: false }, () => working(""), user);
    await expect(none).rejects.toMatchObject({ code: "not_found" });
  });

  test("appends text after exactly one newline", async () => {
    const agent = await newAgent();
    await store.create(agent, { label: "a", ...working("") }, user);
    for (const [more, text] of [
      ["one", "one"],
      ["two\n", "one\ntwo\n"],
      ["three", "one\ntwo\nthree"],
      ["\nfour", "one\ntwo\nthree\nfour"],
    ] as const)
      expect((await store.append(agent, a, more, user)).text).toBe(text);
  });

  test("loses no concurrent appends, and accepts one of many changes of a version", async () => {
    const agent = await newAgent();
    await store.create(agent, { label: "a", ...working("") }, user);
    const lines = Array.from({ length: 12 }, (_, n) => `line ${n}`);
    await Promise.all(lines.map((line) => store.append(agent, a, line, user)));
    const block = await store.get(agent, a);
    expect(block?.text.split("\n").toSorted()).toEqual(lines.toSorted());
    expect(block?.version).toBe(13);
    const tried = await Promise.allSettled(
      lines.map((line) => store.update(agent, a, () => working(line), user, 13)),
    );
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await store.get(agent, a))?.version).toBe(14);
  });

  test("writes several blocks all or none", async () => {
    const agent = await newAgent();
    await store.create(agent, { label: "a", ...working("one") }, user);
    const both = await store.persist(
      agent,
      [a, archived],
      ([now]) => [null, archival(now?.text ?? "")],
      user,
    );
    expect(both).toMatchObject([null, { text: "one", version: 1 }]);
    const tooLong = store.persist(
      agent,
      [a, archived],
      () => [working("back"), archival("x".repeat(MAX_ARCHIVE_CHARS + 1))],
      user,
    );
    await expect(tooLong).rejects.toMatchObject({ code: "invalid" });
    expect(await store.get(agent, a)).toBeNull();
    expect(await store.get(agent, archived)).toMatchObject({ text: "one" });
    // Version numbers continue after a deletion.
    expect(await store.create(agent, { label: "a", ...working("new") }, user)).toMatchObject({
      version: 3,
    });
  });

  test("limits texts in UTF-16 units, and rejects unstorable ones", async () => {
    const agent = await newAgent();
    const wide = "\u{1f600}".repeat(BLOCK_LIMIT / 2);
    await store.create(agent, { label: "a", ...working(wide) }, user);
    await expect(store.append(agent, a, "x", user)).rejects.toMatchObject({ code: "invalid" });
    for (const wrong of [
      working("\0"),
      working("\ud800"),
      working("", { charLimit: MAX_BLOCK_LIMIT + 1 }),
      working("abc", { charLimit: 2 }),
      working("", { description: "x".repeat(501) }),
    ])
      await expect(store.update(agent, a, () => wrong, user)).rejects.toMatchObject({ code: "invalid" });
    expect(await store.get(agent, a)).toMatchObject({ text: wide, version: 1 });
  });

  test("limits the blocks of the prompt in total, also in concurrent writes", async () => {
    const agent = await newAgent();
    const labels = Array.from({ length: MAX_CONTEXT_BLOCKS + 4 }, (_, n) => `b${n}`);
    const made = await Promise.allSettled(
      labels.map((label) => store.create(agent, { label, ...working("x") }, user)),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_CONTEXT_BLOCKS);
    const { blocks } = await store.list(agent, { kind: "working" });
    expect(blocks).toHaveLength(MAX_CONTEXT_BLOCKS);
    const long = () => working("x".repeat(MAX_BLOCK_LIMIT), { charLimit: MAX_BLOCK_LIMIT });
    const grown = await Promise.allSettled(
      blocks.slice(0, 3).map(({ label }) => store.update(agent, { label, isArchival: false }, long, user)),
    );
    expect(grown.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    // Shrinking a text is allowed even at the limit. The archive has a separate limit.
    await store.update(agent, { label: "b0", isArchival: false }, () => working(""), user).catch(() => {});
    await store.create(agent, { label: "big", ...archival("x".repeat(MAX_ARCHIVE_CHARS)) }, user);
  });

  test("keeps the origins of the writer and of the earlier text until the block is deleted", async () => {
    const agent = await newAgent();
    await store.create(agent, { label: "a", ...working("one") }, from("https://a.test"));
    expect(await store.append(agent, a, "two", from("https://b.test"))).toMatchObject({
      origins: expect.arrayContaining(["https://a.test", "https://b.test"]),
    });
    await store.persist(agent, [a], () => [null], user);
    expect(await store.create(agent, { label: "a", ...working("mine") }, user)).toMatchObject({
      origins: [],
    });
  });

  test("lists the blocks of the prompt, then the archive, each by label", async () => {
    const agent = await newAgent();
    for (const label of ["b", "a"]) {
      await store.create(agent, { label, ...working("") }, user);
      await store.create(agent, { label, ...archival("") }, user);
    }
    const { blocks } = await store.list(agent);
    expect(blocks.map(({ label, kind }) => `${label} ${kind}`)).toEqual([
      ...["a working", "b working"],
      ...["a archival", "b archival"],
    ]);
    expect((await store.list(agent, { kind: "core" })).blocks).toEqual([]);
  });
}
