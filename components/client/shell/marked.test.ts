import { describe, expect, it } from "vitest";
import { piecesOf } from "./marked";

const marked = (text: string, query: string) =>
  piecesOf(text, query)
    .map(({ words, isHit }) => (isHit ? `[${words}]` : words))
    .join("");

describe("the words that were looked for", () => {
  it("are marked wherever they stand, in any case", () => {
    expect(marked("Rye and more rye", "RYE")).toBe("[Rye] and more [rye]");
    expect(marked("ryerye", "rye")).toBe("[rye][rye]");
  });

  it("are marked as a whole, or one by one where they stand apart", () => {
    expect(marked("a rye loaf", "rye loaf")).toBe("a [rye loaf]");
    expect(marked("loaf of rye", "rye loaf")).toBe("[loaf] of [rye]");
  });

  it("may be any signs, and may be missing", () => {
    expect(marked("what (now)? 1/2 a-b", "(now)? 1/2 a-b")).toBe("what [(now)? 1/2 a-b]");
    expect(marked("nothing here", "rye")).toBe("nothing here");
    expect(marked("nothing here", "  ")).toBe("nothing here");
    expect(marked("", "rye")).toBe("");
  });
});
