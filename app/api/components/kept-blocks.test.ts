import { describe, expect, it } from "vitest";
import { codeOfBlocks } from "@/components/workspace/canvas/code/block-code";
import { compile } from "@/lib/code/compile/index";
import { gate } from "@/lib/code/components/gate";
import { blocks, renderBlocksInput } from "@/lib/shared/blocks";

const examples = Object.entries(blocks).map(([type, { example }]) => [type, example] as const);
const codeOf = (...shown: unknown[]) => codeOfBlocks(renderBlocksInput.parse({ blocks: shown }));

async function verdict(code: string) {
  const compiled = await compile(code);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return gate({ hash: "h", runtime: "r", ...compiled.bundle }, {});
}

describe("a kept block", () => {
  it("of each type passes its test, all in one component", async () => {
    expect(await verdict(codeOf(...examples.map(([, example]) => example)))).toMatchObject({
      verdict: "passed",
    });
  });

  // With COMPONENTS=all, also tests a component for each type.
  it.each(process.env.COMPONENTS === "all" ? examples : [])(
    "of type %s is a component that passes its test",
    async (_, example) => {
      expect(await verdict(codeOf(example))).toMatchObject({ verdict: "passed" });
    },
  );

  it("reads its rows again if it is live", async () => {
    const data = { sql: "select name from loaves" };
    const code = codeOf({ type: "table", data }, { type: "chart", chartType: "bar", data });
    expect(code).toContain("useQuery(block.data.sql");
    expect(await verdict(code)).toMatchObject({ verdict: "passed" });
  });

  it("has its content as a constant at the start, without internal places", () => {
    const code = codeOf({ type: "markdown", content: "# Rye", place: 4 });
    expect(code).toContain('const blocks = [\n  {\n    "type": "markdown",\n    "content": "# Rye"\n  }\n];');
    expect(code).not.toContain("DataTable");
  });

  it("is refused if it shows documents", () => {
    expect(() =>
      codeOf({ type: "table", columns: [{ key: "a", label: "A" }], data: { collection: "c" } }),
    ).toThrow("It shows documents, which components can’t read.");
  });
});
