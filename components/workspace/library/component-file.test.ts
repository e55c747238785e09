import { describe, expect, it } from "vitest";
import { readComponentFile, writeComponentFile } from "./component-file";

const fields = {
  name: "Board",
  description: "A board",
  code: "export default () => null",
  props_schema: null,
};
const file = (content: string) => new File([content], "board.json");
const problemOf = async (content: unknown) => {
  const read = await readComponentFile(file(typeof content === "string" ? content : JSON.stringify(content)));
  return "problem" in read ? read.problem : undefined;
};

describe("component file", () => {
  it("is parsed with its fields as they were exported", async () => {
    const written = await writeComponentFile({ ...fields, props_schema: { type: "object" } }).text();
    expect(await readComponentFile(file(written))).toEqual({
      file: { easel: "component", ...fields, props_schema: { type: "object" } },
    });
  });

  it("reports what is invalid", async () => {
    expect(await problemOf("{")).toMatch("Not a JSON");
    for (const other of [
      [],
      {},
      "null",
      { ...fields, easel: "tool" },
      { ...fields, easel: "component", more: 1 },
    ])
      expect(await problemOf(other)).toMatch("Not an exported component");
    expect(await problemOf({ ...fields, easel: "component", name: "a/b" })).toMatch(/Its name is invalid/);
    expect(await problemOf("x".repeat(2_000_001))).toMatch("Too large");
  });
});
