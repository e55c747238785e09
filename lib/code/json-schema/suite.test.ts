import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Evaluator } from "./evaluate";
import type { JsonSchema } from "./subject";

/*
 * The required cases of the JSON Schema Test Suite (github.com/json-schema-org/JSON-Schema-Test-Suite, August
 * 2026), and the documents that they refer to.
 */

type Suite = Record<
  string,
  {
    description: string;
    schema: JsonSchema;
    tests: { description: string; data: unknown; valid: boolean }[];
  }[]
>;

const readSuite = (name: string): unknown =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../vendor/json-schema-test-suite", `${name}.json`), "utf8"),
  );

const documents = readSuite("documents") as Record<string, JsonSchema>;

describe.each([
  ["draft-07", 927, "http://json-schema.org/draft-07/schema#"],
  ["2020-12", 1_299, "https://json-schema.org/draft/2020-12/schema"],
])("%s", (draft, count, $schema) => {
  const suite = readSuite(draft) as Suite;

  test(`passes all ${count} required cases`, () => {
    const wrong: string[] = [];
    let right = 0;
    for (const [file, groups] of Object.entries(suite)) {
      for (const { description, schema, tests } of groups) {
        const draftSchema = typeof schema === "object" ? { $schema, ...schema } : schema;
        const evaluator = new Evaluator(draftSchema, { documents, formats: false });
        for (const { description: one, data, valid } of tests) {
          const found = outcomeOf(evaluator, data);
          if (found === valid) right++;
          else wrong.push(`${file}: ${description}: ${one}: ${found}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(right).toBe(count);
  });
});

function outcomeOf(evaluator: Evaluator, data: unknown): boolean | string {
  try {
    return evaluator.check(data).length === 0;
  } catch (error) {
    return String(error);
  }
}
