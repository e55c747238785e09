import { expect, it } from "vitest";
import { plainText } from "./plain";

it("plainText removes markdown", () => {
  const text =
    "## Looking for **rooms**\n\n- with a [view](https://example.com)\n```ts\nconst a = 2 * 3;\n```";
  expect(plainText(text)).toBe("Looking for rooms\nwith a view\nconst a = 2 * 3;");
});
