import { expect, test } from "vitest";
import { fileOfOrigin, fileOrigin, MAX_ORIGINS, originList } from "./origins";

test.each(["文", "\u{1f600}", "%", "\ud800"])(
  "the origin of a file whose name is 500 times %j is within the limit",
  (letter) => {
    const origin = fileOrigin(letter.repeat(500));
    expect(originList.safeParse(Array(MAX_ORIGINS).fill(origin)).success).toBe(true);
    expect(fileOfOrigin(origin)?.startsWith(letter.toWellFormed())).toBe(true);
  },
);
