import { expect, test } from "vitest";
import { z } from "zod";
import { chatBody } from "@/lib/shared/chat-body";
import { MAX_MESSAGE_CHARS, tooLong, tooLongWords } from "./too-long";

test.each([
  [100, null],
  [101, "Too long by 1 %"],
  [126, "Too long by 26 %"],
  [2_000, "Too long by 1,900 %"],
])("tooLong for %i characters with a limit of 100 returns %j", (length, words) => {
  expect(tooLong(length, 100)).toBe(words);
});

test("tooLongMessage applies to strings only", () => {
  const { error } = z.string().max(3).safeParse("abcd", { error: tooLongWords });
  expect(error?.issues[0]?.message).toBe("Too long by 34 %: at most 3 characters");
  expect(
    z.array(z.string()).max(0).safeParse(["a"], { error: tooLongWords }).error?.issues[0]?.message,
  ).toMatch(/array/);
});

test("chatBody reports by how much a message is too long, and suggests attaching it", () => {
  const text = "x".repeat(MAX_MESSAGE_CHARS * 1.26);
  const body = { id: crypto.randomUUID(), message: { role: "user", parts: [{ type: "text", text }] } };
  const words = JSON.stringify(chatBody.safeParse(body).error?.issues);
  expect(words).toContain("Too long by 26 %: attach it as a file");
  expect(words).not.toContain("expected string to have");
});
