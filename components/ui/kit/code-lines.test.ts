import { common, createLowlight } from "lowlight";
import { expect, it } from "vitest";
import { linesOf } from "./code-lines";

type Nodes = ReturnType<typeof linesOf>[number];

const text = (nodes: Nodes): string =>
  nodes
    .map((node) => (node.type === "text" ? node.value : "children" in node ? text(node.children) : ""))
    .join("");

it("linesOf splits highlighted code into lines with the same text", () => {
  const code = 'const a = 1;\n\n/* two\n   lines */ const b = "x";\n';
  const lines = linesOf(createLowlight(common).highlight("ts", code).children);
  expect(lines.map(text)).toEqual(code.split("\n"));
});

it("linesOf highlights a comment of two lines in both lines", () => {
  const [first, second] = linesOf(createLowlight(common).highlight("ts", "/* a\n b */").children);
  for (const line of [first, second])
    expect(line?.[0]).toMatchObject({ properties: { className: ["hljs-comment"] } });
});
