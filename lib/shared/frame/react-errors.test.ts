import { describe, expect, it } from "vitest";
import { explainReactError } from "./react-errors";

const minified = (code: number, ...args: string[]) =>
  `Minified React error #${code}; visit https://react.dev/errors/${code}${args
    .map((arg, at) => `${at === 0 ? "?" : "&"}args[]=${encodeURIComponent(arg)}`)
    .join(
      "",
    )} for the full message or use the non-minified dev environment for full errors and additional helpful warnings.`;

describe("explainReactError", () => {
  it("explains a minified error with its arguments", () => {
    expect(explainReactError(minified(31, "object with keys {a, b}", ""))).toBe(
      "An object is rendered as text (object with keys {a, b}). Render one of its fields, or a list of elements made from it.",
    );
    expect(explainReactError(minified(130, "undefined", ""))).toContain(
      "not a component but: undefined. Check that its name is imported",
    );
    expect(explainReactError(minified(310))).toContain("More hooks were called than in the render before");
  });

  it("keeps unknown codes and other errors unchanged", () => {
    expect(explainReactError(minified(9999))).toBe(minified(9999));
    expect(explainReactError("Cannot read properties of undefined")).toBe(
      "Cannot read properties of undefined",
    );
    expect(explainReactError(`Error: ${minified(300)}`)).toMatch(/^Error: Fewer hooks were called/);
  });
});
