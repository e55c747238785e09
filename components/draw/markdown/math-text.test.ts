import { describe, expect, it } from "vitest";
import { cpuMs } from "@/lib/ground/base/testing/cpu";
import { isMath, tidyMath } from "./math-text";

describe("tidyMath", () => {
  it("converts each notation of inline math", () => {
    expect(tidyMath("so $a^2$ and \\(b_1\\) and $$c$$")).toBe(
      "so $$a^2$$ and $$b_1$$ and $$\\displaystyle c$$",
    );
    expect(tidyMath("let $x$ be, and $2x$ and $2x + 3$")).toBe("let $$x$$ be, and $$2x$$ and $$2x + 3$$");
  });

  it("puts display math on separate lines, with its indentation and without empty lines", () => {
    expect(tidyMath("$$ a = b $$")).toBe("$$\na = b\n$$");
    expect(tidyMath("So:\n\\[\na\n\n= b\n\\]\nthen")).toBe("So:\n$$\na\n= b\n$$\nthen");
    expect(tidyMath("- One\n  $$x^2$$\n")).toBe("- One\n  $$\n  x^2\n  $$\n");
    expect(tidyMath("> $$x^2$$")).toBe("> $$\n> x^2\n> $$");
  });

  it("does not treat prices as math", () => {
    const prices = [
      "costs $5 and $10",
      "from $5-$10 to $20",
      "$5, or $10/month for US$",
      "$5 and 10$ more",
      "$100M or $3k$",
      "a $ alone and $",
      "$HOME/bin:$PATH",
      "1$ is 0.9€, 5 $ is more",
    ];
    for (const text of prices) expect(tidyMath(text)).toBe(text);
  });

  it("keeps escaped brackets and dollars", () => {
    for (const text of ["as he said \\[sic\\] then", "\\(see below\\)", "\\$5 and \\$6", "a \\\\(b\\\\)"])
      expect(tidyMath(text)).toBe(text);
  });

  it("keeps code, closed or not, inline, in fences and in lists", () => {
    const cases = [
      "run `echo $a$ $b$` now",
      "```sh\necho $a$\n$$x$$\n```",
      "- a\n  ```sh\n  echo $a$\n  ```\n",
      "~~~\n\\(a_1\\)\n",
      "``a ` $x^2$``",
    ];
    for (const text of cases) expect(tidyMath(text)).toBe(text);
    expect(tidyMath("```\n$a$\n```\n$b^2$")).toBe("```\n$a$\n```\n$$b^2$$");
    expect(tidyMath("- a\n  ```\n  $a$\n  ```\n- $b^2$")).toContain("- $$b^2$$");
  });

  it("cuts off an incomplete formula at the end of a growing text", () => {
    expect(tidyMath("So $$ \\frac{a", true)).toBe("So ");
    expect(tidyMath("So \\[ \\frac{a", true)).toBe("So ");
    expect(tidyMath("So $$ \\frac{a")).toBe("So $$ \\frac{a");
    expect(tidyMath("It costs $5", true)).toBe("It costs $5");
  });

  it("is fast for a text with many opening delimiters", () => {
    for (const piece of ["\\(", "$$ ", "$a", "`", "``` ", "\\[$`"]) {
      expect(cpuMs(() => tidyMath(piece.repeat(20_000)))).toBeLessThan(1_000);
    }
  });
});

it("isMath is true only for blocks with formulas", () => {
  expect(isMath("a $$b$$")).toBe(true);
  expect(isMath("```math\na\n```")).toBe(true);
  expect(isMath("```sh\necho $$\n```")).toBe(false);
  expect(isMath("costs $5")).toBe(false);
});
