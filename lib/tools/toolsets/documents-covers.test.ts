import { expect, test } from "vitest";
import { guardFor } from "@/lib/platform/egress/testing/guard";
import { findTool } from "./index";
import { checkedInput } from "./testing/checked-input";

test.each([
  ["ai_pages", "adding documents to ai_pages"],
  ["cronjobs", null],
  ["contacts", null],
])("approving an insert into %s also covers: %s", async (collection, covered) => {
  const tool = findTool("db_query")?.tool;
  if (!tool) throw new Error("There is no db_query");
  const of = { agentId: "a", conversationId: "c", guard: guardFor() };
  const input = checkedInput(tool, { operation: "insertOne", collection, data: {} });
  expect(await tool.covers?.(input, of)).toBe(covered);
});
