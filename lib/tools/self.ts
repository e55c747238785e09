import { z } from "zod";
import { type Edit, edit, OPERATIONS } from "@/lib/identity/edit";
import type { IdentityKind } from "@/lib/shared/identity";
import { readText, writeText } from "@/lib/store/identity";
import { by } from "./by";
import { defineTool, defineToolset, type ToolContext } from "./define";

const PROMPT = "the system prompt";
const NOTES = "the learned notes";

const change = z.object({
  operation: z.enum(OPERATIONS),
  content: z
    .string()
    .optional()
    .describe(
      "replace: the new full text; append, prepend: what to add, with line breaks; delete: the exact text",
    ),
  find: z.string().optional().describe("The exact text"),
  replace: z.string().optional(),
  replace_all: z.boolean().optional(),
});

/** Said once: what is told of a schema is read in every step. */
const sameChange = z.object({
  operation: z.enum(OPERATIONS),
  content: z.string().optional(),
  find: z.string().optional(),
  replace: z.string().optional(),
  replace_all: z.boolean().optional(),
});

const edited = async (kind: IdentityKind, what: string, wanted: Edit, context: ToolContext) => {
  const { version } = await writeText(context.agentId, kind, (text) => edit(text, wanted, what), by(context));
  return { version };
};

export const selfTools = defineToolset({
  id: "self",
  title: "Self",
  category: "self",
  prompt:
    "The system prompt says how you behave, the learned notes what you know of the person. Edit them when the person asks you to change or tells you something that lasts, and change as little as it takes. What is stored may be newer than what you see: read before you edit a part.",
  tools: {
    read_system_prompt: defineTool({
      description: "Gives your system prompt as stored.",
      input: z.object({}),
      hints: { reads: ["system_prompt"], idempotent: true },
      execute: async (_, { agentId }) => {
        const { content, version } = await readText(agentId, "system_prompt");
        return { prompt: content, version };
      },
    }),
    edit_system_prompt: defineTool({
      description: "Edits your system prompt, for later conversations. Earlier versions are kept.",
      input: change,
      hints: { writes: ["system_prompt"] },
      execute: (wanted, context) => edited("system_prompt", PROMPT, wanted, context),
    }),
    read_learned_notes: defineTool({
      description: "Gives your learned notes as stored.",
      input: z.object({}),
      hints: { reads: ["learned_notes"], idempotent: true },
      execute: async (_, { agentId }) => {
        const { content, version } = await readText(agentId, "learned_notes");
        return { notes: content, version };
      },
    }),
    edit_learned_notes: defineTool({
      description: "Edits your learned notes, as edit_system_prompt does the prompt.",
      input: sameChange,
      hints: { writes: ["learned_notes"] },
      execute: (wanted, context) => edited("learned_notes", NOTES, wanted, context),
    }),
  },
});
