import { expect, test } from "vitest";
import { z } from "zod";
import { chatBody } from "@/lib/shared/chat-body";
import { MAX_MESSAGE_CHARS, tooLong, tooLongMessage } from "./too-long";

test.each([
  [100, null],
  [101, "Too long by 1 %"],
  [126, "Too long by 26 %"],
  [2_000, "Too long by 1,900 %"],
])("tooLong for %i characters with a limit of 100 returns %j", (length, message) => {
  expect(tooLong(length, 100)).toBe(message);
});

test("tooLongMessage applies to strings only", () => {
  const { error } = z.string().max(3).safeParse("abcd", { error: tooLongMessage });
  expect(error?.issues[0]?.message).toBe("Too long by 34 %: at most 3 characters");
  expect(
    z.array(z.string()).max(0).safeParse(["a"], { error: tooLongMessage }).error?.issues[0]?.message,
  ).toMatch(/array/);
});

test("chatBody reports by how much a message is too long, and suggests attaching it", () => {
  const text = "x".repeat(MAX_MESSAGE_CHARS * 1.26);
  const body = { id: crypto.randomUUID(), message: { role: "user", parts: [{ type: "text", text }] } };
  const issues = JSON.stringify(chatBody.safeParse(body).error?.issues);
  expect(issues).toContain("Too long by 26 %: attach it as a file");
  expect(issues).not.toContain("expected string to have");
});
