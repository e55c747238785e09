import { common, createLowlight } from "lowlight";
import { expect, it } from "vitest";
import { linesOf } from "./code-lines";

type Nodes = ReturnType<typeof linesOf>[number];

const text = (nodes: Nodes): string =>
  nodes
    .map((node) => (node.type === "text" ? node.value : "children" in node ? text(node.children) : ""))
    .join("");

it("lines of coloured code say what the code says", () => {
  const code = 'const a = 1;\n\n/* two\n   lines */ const b = "x";\n';
  const lines = linesOf(createLowlight(common).highlight("ts", code).children);
  expect(lines.map(text)).toEqual(code.split("\n"));
});

it("a comment over two lines is a comment in both of them", () => {
  const [first, second] = linesOf(createLowlight(common).highlight("ts", "/* a\n b */").children);
  for (const line of [first, second])
    expect(line?.[0]).toMatchObject({ properties: { className: ["hljs-comment"] } });
});
