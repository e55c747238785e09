import * as z from "zod/mini";
import { foundBy } from "@/lib/shared/memory/memory-search";
import { factsOfTool } from "./built-in-tools";
import { messageMetadata, type RecalledFact } from "./metadata";
import { asTool, type Part } from "./parts";

export type FromMemory = { facts: RecalledFact[]; blocks: string[] };

const facts = z.object({
  memories: z.array(z.object({ id: z.string(), found_by: z.optional(z.array(foundBy)) })),
});
const results = z.object({
  results: z.array(
    z.object({
      memory_id: z.optional(z.string()),
      label: z.optional(z.string()),
      found_by: z.optional(z.array(foundBy)),
    }),
  ),
});
const entry = z.object({ label: z.string() });

/**
 * Returns the memory that an answer used: facts added to the prompt, and facts and blocks that its calls found
 * or read.
 */
export function fromMemory({ metadata, parts }: { metadata?: unknown; parts: readonly Part[] }): FromMemory {
  const found = new Map<string, RecalledFact>();
  const blocks = new Set<string>();
  for (const fact of messageMetadata.safeParse(metadata).data?.recalled ?? []) found.set(fact.id, fact);
  const add = (id: string, reasons: RecalledFact["foundBy"] = []) =>
    found.has(id) || found.set(id, { id, foundBy: reasons });
  for (const part of parts) {
    const tool = asTool(part);
    if (tool?.state !== "output-available") continue;
    const recalls = factsOfTool(tool.toolName)?.recalls;
    if (recalls === "facts" && isRecall(tool.input))
      for (const { id, found_by } of facts.safeParse(tool.output).data?.memories ?? []) add(id, found_by);
    if (recalls === "results")
      for (const { memory_id, label, found_by } of results.safeParse(tool.output).data?.results ?? []) {
        if (memory_id !== undefined) add(memory_id, found_by);
        if (label !== undefined) blocks.add(label);
      }
    if (recalls === "entry" && isRead(tool.input)) {
      const label = entry.safeParse(tool.input).data?.label;
      if (label !== undefined) blocks.add(label);
    }
  }
  return { facts: [...found.values()], blocks: [...blocks] };
}

const isRecall = (input: unknown) =>
  z.object({ action: z.enum(["recall", "list"]) }).safeParse(input).success;
const isRead = (input: unknown) => z.object({ operation: z.literal("read") }).safeParse(input).success;
