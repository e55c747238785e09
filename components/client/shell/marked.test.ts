import { describe, expect, it } from "vitest";
import { piecesOf } from "./marked";

const marked = (text: string, query: string) =>
  piecesOf(text, query)
    .map(({ chunk, isHit }) => (isHit ? `[${chunk}]` : chunk))
    .join("");

describe("search matches", () => {
  it("are marked everywhere regardless of case", () => {
    expect(marked("Rye and more rye", "RYE")).toBe("[Rye] and more [rye]");
    expect(marked("ryerye", "rye")).toBe("[rye][rye]");
  });

  it("are marked as a whole phrase, or as single words", () => {
    expect(marked("a rye loaf", "rye loaf")).toBe("a [rye loaf]");
    expect(marked("loaf of rye", "rye loaf")).toBe("[loaf] of [rye]");
  });

  it("may contain special characters or be missing", () => {
    expect(marked("what (now)? 1/2 a-b", "(now)? 1/2 a-b")).toBe("what [(now)? 1/2 a-b]");
    expect(marked("nothing here", "rye")).toBe("nothing here");
    expect(marked("nothing here", "  ")).toBe("nothing here");
    expect(marked("", "rye")).toBe("");
  });
});
