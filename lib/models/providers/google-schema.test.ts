import type { JSONSchema7, JSONSchema7Definition } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { toolsets } from "@/lib/tools/toolsets/index";
import { withEnums } from "./google-schema";

test("converts const to an enum of one at every depth, and keeps a property named const", () => {
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
  "sends Gemini the complete schema of %s",
  (_, tool) => {
    const before = JSON.stringify(tool.modelSchema);
    const converted = withEnums(tool.modelSchema ?? {});
    const after = JSON.stringify(converted);
    expect(after).not.toMatch(/"const":"|"\$ref"/);
    for (const { type, properties, items } of within(converted)) {
      if (properties) expect([type].flat()).toContain("object");
      if (items) expect([type].flat()).toContain("array");
    }
    expect(after.split('"properties"').length).toBe(before.split('"properties"').length);
  },
);

function* within(schema: JSONSchema7Definition | undefined): Generator<JSONSchema7> {
  if (schema === undefined || typeof schema === "boolean") return;
  yield schema;
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [items ?? [], additionalProperties ?? [], anyOf, oneOf, allOf, Object.values(properties)];
  for (const each of inner.flat()) yield* within(each);
}
