import { expect, it } from "vitest";
import { mend } from "./mend";

it("closes what is half-written", () => {
  expect(mend("This is **bo")).toBe("This is **bo**");
  expect(mend("See [the pa")).toBe("See the pa");
  expect(mend("a `b")).toBe("a `b`");
});

it("shows no piece of the fence that ends the code", () => {
  for (const piece of ["", "\n", "\n`", "\n``"])
    expect(mend(`\`\`\`js\nlet a;${piece}`).trim()).toBe("```js\nlet a;");
  expect(mend("```js\nlet a;\n```")).toBe("```js\nlet a;\n```");
  expect(mend("```md\n**bo")).toBe("```md\n**bo");
});

it("shows a table only when it is one", () => {
  for (const piece of ["| a", "| a | b |", "| a | b |\n", "| a | b |\n|--", "| a | b |\n|---|--:"])
    expect(mend(piece)).toBe("");
  const head = "| a | b |\n|---|--:|";
  expect(mend(head)).toBe(head);
  expect(mend(`${head}\n| 1`)).toBe(`${head}\n| 1`);
});

it("leaves a line alone in which a bar is only a bar", () => {
  expect(mend("a | b")).toBe("a | b");
  expect(mend("Either\n| or")).toBe("Either\n| or");
});
