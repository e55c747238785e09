import { z } from "zod";
import { applyPlan, changesToApprove } from "@/lib/data/memory/change";
import {
  appending,
  appendingEntry,
  archiving,
  deletingEntry,
  inserting,
  loadingPlan,
  type MemoryPlan,
  noEntry,
  replacing,
  swapping,
} from "@/lib/data/memory/plan";
import { blockStore } from "@/lib/data/memory/postgres";
import { AppError, isAppError } from "@/lib/shared/errors";
import { type Block, blockLabel, blockName, memoryBlob } from "@/lib/shared/memory/memory";
import { writeText } from "@/lib/store/agents/identity";
import { touchBlock } from "@/lib/store/memory/memory-blocks";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool, type RefusalContext } from "./define";
import { factTools } from "./facts";
import { offset, page } from "./pages";

const text = z.string().optional();
const label = blockLabel.optional();

const blockInput = z.object({
  operation: z.enum(["append", "replace", "archive", "load", "swap"]),
  label,
  content: text,
  old_content: text,
  new_content: text,
  archival_label: label,
  new_label: label,
  archive_label: label,
  load_label: label,
});

const recallInput = z.object({
  operation: z.enum(["insert", "append", "read", "delete"]),
  label: blockLabel,
  content: text,
  offset,
});

export const memoryTools = defineBuiltIn({
  id: "memory",
  title: "Memory",
  category: "self",
  prompt: "Store what lasts: # Memory is in every conversation, its archive must be read.",
  tools: {
    block: defineTool({
      title: "Change a memory block",
      help: "Changes what the agent remembers in every conversation.",
      description:
        "Changes blocks of # Memory: append (a new label creates one), replace, archive, load, swap (archive_label, load_label).",
      input: blockInput,
      uses: {
        field: "operation",
        of: {
          append: { needs: ["label", "content"] },
          replace: { needs: ["label", "old_content", "new_content"] },
          archive: { needs: ["label"], takes: ["archival_label"] },
          load: { needs: ["label"], takes: ["new_label"] },
          swap: { needs: ["archive_label", "load_label"] },
        },
      },
      hints: { reads: ["memory"], writes: ["memory"] },
      consents: (input, agentId) => consentsTo(agentId, () => blockPlan(input)),
      refuses: (input, context) => assertPlan(blockPlan(input), context),
      execute: async (input, context) => {
        const { block, message } = await change(context, blockPlan(input));
        if (!block) throw new Error("A memory block is missing after it was written");
        const { label, text, charLimit: limit, version } = block;
        return { success: true, message, label, chars: text.length, limit, version };
      },
    }),
    recall: defineTool({
      title: "Use the archive",
      help: "Reads and stores notes that are not in every conversation.",
      description: "The archive of # Memory.",
      input: recallInput,
      uses: {
        field: "operation",
        of: {
          insert: { needs: ["content"], takes: ["label"] },
          append: { needs: ["content"], takes: ["label"] },
          read: { takes: ["label", "offset"] },
          delete: { takes: ["label"] },
        },
      },
      hints: { reads: ["memory"], writes: ["memory"] },
      afterWeb: ({ operation }) => operation !== "read",
      consents: (input, agentId) => consentsTo(agentId, () => recallPlan(input)),
      refuses: (input, context) => assertPlan(recallPlan(input), context),
      execute: async (input, context) => {
        const plan = recallPlan(input);
        if (!plan) return read(input, context);
        const { block } = await change(context, plan);
        return { success: true, label: input.label, chars: block?.text.length ?? 0 };
      },
    }),
    save_memory: defineTool({
      title: "Keep in mind",
      help: "Replaces the short text that the agent sees in every conversation.",
      description: "Replaces the text at the top of # Memory (4,000 characters): include all that stays.",
      input: z.object({ memory: memoryBlob }),
      hints: { writes: ["memory"], idempotent: true },
      refuses: null,
      execute: async ({ memory }, context) => {
        await writeText(context.agentId, "memory_blob", () => memory, by(context));
        return { success: true, message: "Memory updated successfully" };
      },
    }),
    ...factTools,
  },
});

function blockPlan({ operation, ...fields }: z.output<typeof blockInput>): MemoryPlan {
  const need = (field: keyof typeof fields) => requireField(field, fields[field], operation);
  switch (operation) {
    case "append":
      return appending(need("label"), need("content"));
    case "replace":
      return replacing(need("label"), need("old_content"), need("new_content"));
    case "archive":
      return archiving(need("label"), fields.archival_label);
    case "load":
      return loadingPlan(need("label"), fields.new_label);
    case "swap":
      return swapping(need("archive_label"), need("load_label"));
  }
}

function recallPlan({ operation, label, content }: z.output<typeof recallInput>): MemoryPlan | null {
  switch (operation) {
    case "insert":
      return inserting(label, requireField("content", content, operation));
    case "append":
      return appendingEntry(label, requireField("content", content, operation));
    case "delete":
      return deletingEntry(label);
    case "read":
      return null;
  }
}

/**
 * Returns the changes that need consent. Returns none if the plan cannot be carried out, because the call then
 * fails with its own message.
 */
async function consentsTo(agentId: string, planOf: () => MemoryPlan | null) {
  try {
    const plan = planOf();
    return plan ? await changesToApprove(blockStore, agentId, plan) : [];
  } catch (error) {
    if (isAppError(error)) return [];
    throw error;
  }
}

/**
 * Throws if the plan cannot be carried out. Records that the call has read the blocks, because the error may
 * contain their text.
 */
async function assertPlan(plan: MemoryPlan | null, context: RefusalContext): Promise<void> {
  if (!plan) return;
  const current = await Promise.all(plan.keys.map((key) => blockStore.get(context.agentId, key)));
  for (const block of current) if (block) markBlockRead(context, block);
  await changesToApprove(blockStore, context.agentId, plan);
}

const change = (context: ToolContext, plan: MemoryPlan) =>
  applyPlan(
    blockStore,
    {
      agentId: context.agentId,
      by: by(context),
      agreed: context.agreed,
      seen: (block) => markBlockRead(context, block),
    },
    plan,
  );

/**
 * Reads an archive entry. If there is none, reads the block with that label, because a long prompt may omit the
 * block.
 */
async function read({ label, offset }: z.output<typeof recallInput>, context: ToolContext) {
  const { agentId } = context;
  const [entry, block] = await Promise.all(
    [true, false].map((isArchival) => blockStore.get(agentId, { label, isArchival })),
  );
  const found = entry ?? block;
  if (!found) throw noEntry(label);
  markBlockRead(context, found);
  await touchBlock(agentId, found.id);
  const { text: content, rest } = page(found.text, offset);
  return { success: true, label, content, chars: found.text.length, ...rest };
}

const markBlockRead = ({ readStored }: Pick<ToolContext, "readStored">, block: Block): void =>
  readStored({ kind: "block", name: blockName(block), origins: block.origins });

function requireField<T>(field: string, value: T | undefined, operation: string): T {
  if (value === undefined) throw new AppError("invalid", `${operation} needs ${field}.`);
  return value;
}
