import { expect, it } from "vitest";
import { mend } from "./mend";

it("mend closes incomplete markup", () => {
  expect(mend("This is **bo")).toBe("This is **bo**");
  expect(mend("See [the pa")).toBe("See the pa");
  expect(mend("a `b")).toBe("a `b`");
});

it("mend removes an incomplete closing fence", () => {
  for (const piece of ["", "\n", "\n`", "\n``"])
    expect(mend(`\`\`\`js\nlet a;${piece}`).trim()).toBe("```js\nlet a;");
  expect(mend("```js\nlet a;\n```")).toBe("```js\nlet a;\n```");
  expect(mend("```md\n**bo")).toBe("```md\n**bo");
});

it("mend shows a table only once its delimiter row is complete", () => {
  for (const piece of ["| a", "| a | b |", "| a | b |\n", "| a | b |\n|--", "| a | b |\n|---|--:"])
    expect(mend(piece)).toBe("");
  const head = "| a | b |\n|---|--:|";
  expect(mend(head)).toBe(head);
  expect(mend(`${head}\n| 1`)).toBe(`${head}\n| 1`);
});

it("mend keeps a line that only contains a bar", () => {
  expect(mend("a | b")).toBe("a | b");
  expect(mend("Either\n| or")).toBe("Either\n| or");
});
