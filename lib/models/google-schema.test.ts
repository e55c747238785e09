import { expect, test } from "vitest";
import { toolsets } from "@/lib/tools/index";
import { withEnums } from "./google-schema";

test("a constant becomes a choice of one, at every depth, and a property of that name stays", () => {
  expect(
    withEnums({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        const: { type: "string" },
        blocks: {
          type: "array",
          items: { oneOf: [{ properties: { type: { type: "string", const: "form" } } }] },
        },
      },
      additionalProperties: { anyOf: [{ const: 1 }, true] },
    }),
  ).toEqual({
    type: "object",
    properties: {
      const: { type: "string" },
      blocks: {
        type: "array",
        items: { oneOf: [{ type: "object", properties: { type: { type: "string", enum: ["form"] } } }] },
      },
    },
    additionalProperties: { anyOf: [{ enum: [1] }, true] },
  });
});

test.each(toolsets.flatMap(({ tools }) => Object.entries(tools)))(
  "%s tells Gemini all that it holds",
  (_, tool) => {
    const before = JSON.stringify(tool.toldSchema);
    const after = JSON.stringify(withEnums(tool.toldSchema ?? {}));
    expect(after).not.toMatch(/"const":"|"\$ref"/);
    for (const type of ["object", "array"])
      expect(after.split(`"type":"${type}"`).length).toBe(
        JSON.stringify(tool.inputSchema).split(`"type":"${type}"`).length,
      );
    expect(after.split('"properties"').length).toBe(before.split('"properties"').length);
  },
);
