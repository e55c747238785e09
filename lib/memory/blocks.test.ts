import { expect, test } from "vitest";
import { BLOCK_LIMIT, type BlockContent } from "@/lib/shared/memory";
import { inMemoryBlocks } from "./testing/in-memory";
import { joinLines } from "./writes";

const person = { author: "person", cause: null } as const;
const block: BlockContent = {
  kind: "working",
  text: "one",
  description: "",
  permission: "read_write",
  charLimit: BLOCK_LIMIT,
};

test("a text is appended with exactly one newline before it", async () => {
  const store = inMemoryBlocks();
  await store.create("agent", { label: "notes", ...block }, person);
  const key = { label: "notes", isArchival: false };
  expect(await store.append("agent", key, "two", person)).toMatchObject({ text: "one\ntwo", version: 2 });
  expect([joinLines("", "a"), joinLines("a\n", "b"), joinLines("a", "\nb")]).toEqual(["a", "a\nb", "a\nb"]);
});
