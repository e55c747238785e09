import { afterAll, beforeAll, expect, test } from "vitest";
import { diagram } from "@/lib/shared/blocks/diagram";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { testDatabase } from "@/lib/store/testing/database";
import { tryDiagrams } from "./diagrams";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const MAX_MS = 60_000;

const tried = (...sources: string[]) => {
  const { blocks } = renderBlocksInput.parse({
    blocks: sources.map((source) => ({ type: "diagram", source })),
  });
  return tryDiagrams(blocks, MAX_MS);
};

test(
  "tryDiagrams reports a diagram that Mermaid rejects with its block and line",
  async () => {
    const { source } = diagram.example;
    await expect(tried("flowchart LR\n  %% first\n  a --> b\n  b --> c)", source, "a cake")).rejects.toThrow(
      /^blocks\[0\]\.source: Line 4 cannot be read: "b --> c\)"\.\nblocks\[2\]\.source: The first line names no diagram type/,
    );
  },
  MAX_MS,
);
