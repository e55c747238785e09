import { expect, test } from "vitest";
import { hrefOf, targetOf } from "./link";

const hashOf = (href: string) => new URL(href, "http://easel").hash;

test.each([
  ["m_1", undefined],
  ["m_1", "call_1"],
  ["a/b #%", "call/1?#ü"],
])("targetOf parses the link that hrefOf creates for message %s and call %s", (messageId, toolCallId) => {
  expect(targetOf(hashOf(hrefOf("c", messageId, toolCallId)))).toEqual({
    messageId,
    ...(toolCallId !== undefined && { toolCallId }),
  });
});

test("targetOf returns undefined for other hashes, and keeps text that cannot be decoded", () => {
  for (const hash of ["", "#code", "#m-", "#s-1"]) expect(targetOf(hash)).toBeUndefined();
  expect(targetOf("#m-50%")).toEqual({ messageId: "50%" });
});
