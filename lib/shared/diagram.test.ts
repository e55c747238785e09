import { expect, test } from "vitest";
import { renderBlocksInput } from "./blocks/index";
import { diagramProblem, withoutComments } from "./diagram";

const SOURCE = "---\ntitle: Bread\n---\nflowchart LR\n  a --> b\n  b --> c)";

test("diagramProblem counts lines in the whole source", () => {
  const error = new Error("Parse error on line 3:\n...\nExpecting 'SEMI', 'NEWLINE', got 'PE'");
  expect(diagramProblem(SOURCE, error)).toBe('Line 6 cannot be read: "b --> c)" (unexpected pe).');
  expect(diagramProblem("flowchart LR\na -->", new Error("Parse error on line 2: got 'EOF'"))).toBe(
    'Line 2 cannot be read: "a -->" (the diagram ends too early).',
  );
});

test("diagramProblem shows errors without a line, and withoutComments keeps empty lines", () => {
  expect(diagramProblem(SOURCE, new Error("Too many edges\n  at x"))).toBe("Too many edges");
  expect(
    diagramProblem("cake", new Error("No diagram type detected matching given configuration")),
  ).toContain("flowchart TD");
  expect(withoutComments("%%{init: {}}%%\n  %% aside\na --> b")).toBe("%%{init: {}}%%\n\na --> b");
});

test("a diagram accepts a fenced source and other field names", () => {
  const { blocks } = renderBlocksInput.parse({
    blocks: [{ type: "diagram", code: "```mermaid\nflowchart TD\n  a --> b\n```" }],
  });
  expect(blocks[0]).toEqual({ type: "diagram", source: "flowchart TD\n  a --> b" });
});
