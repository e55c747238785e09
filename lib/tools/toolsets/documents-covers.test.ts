import { expect, test } from "vitest";
import { findTool } from "./index";

test.each([
  ["ai_pages", "adding documents to ai_pages"],
  ["cronjobs", null],
  ["contacts", null],
])("an approved insert into %s covers: %s", async (collection, covered) => {
  const tool = findTool("db_query")?.tool;
  const of = { agentId: "a", conversationId: "c", guard: { mayAsk: () => false, maySay: () => false } };
  expect(await tool?.covers?.({ operation: "insertOne", collection, data: {} }, of)).toBe(covered);
});
