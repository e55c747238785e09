import { z } from "zod";
import { EDIT_OPERATIONS, edit, type IdentityEdit } from "@/lib/code/identity/edit";
import { editText, readEdited } from "@/lib/code/identity/save";
import type { IdentityKind } from "@/lib/shared/identity";
import { hideFromModels } from "@/lib/shared/text/schema-for-models";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool, type RefusalContext } from "./define";
import { offset, page } from "./pages";

const PROMPT = "the system prompt";
const NOTES = "the learned notes";

const change = z.object({
  operation: z.enum(EDIT_OPERATIONS),
  content: z
    .string()
    .optional()
    .describe("replace: the new full text; append, prepend: what to add; delete: the exact text"),
  find: z.string().optional().describe("The exact text"),
  replace: z.string().optional(),
  replace_all: z.boolean().optional(),
});

/**
 * The same input without descriptions. The schemas are part of every request, and the first tool already has
 * the descriptions.
 */
const sameChange = z.object({
  operation: z.enum(EDIT_OPERATIONS),
  content: z.string().optional(),
  find: z.string().optional(),
  replace: z.string().optional(),
  replace_all: hideFromModels(z.boolean().optional()),
});

const USES = {
  field: "operation",
  of: {
    replace: { needs: ["content"] },
    append: { needs: ["content"] },
    prepend: { needs: ["content"] },
    delete: { needs: ["content"] },
    find_replace: { needs: ["find", "replace"], takes: ["replace_all"] },
  },
} as const;

const readText = async (
  kind: IdentityKind,
  { agentId, readStored }: Pick<ToolContext, "agentId" | "readStored">,
) => {
  const { origins, ...text } = await readEdited(agentId, kind);
  readStored({ kind, name: kind, origins });
  return text;
};

/**
 * Throws if an edit cannot be made. Records that the call has read the text, because the error may quote the
 * nearest passage.
 */
const assertEdit = async (
  kind: IdentityKind,
  what: string,
  wanted: IdentityEdit,
  context: RefusalContext,
) => {
  const { content } = await readText(kind, context);
  edit(content, wanted, what);
};

const edited = async (kind: IdentityKind, what: string, wanted: IdentityEdit, context: ToolContext) => {
  // Read the text here, so that it counts as read by the call: the error for a text that is not found quotes
  // the nearest passage.
  await readText(kind, context);
  return editText(context.agentId, kind, (text) => edit(text, wanted, what), by(context));
};

export const selfTools = defineBuiltIn({
  id: "self",
  title: "Self",
  category: "self",
  prompt:
    "The system prompt says how you behave, the learned notes what you know about the user. Edit them when the user asks you to change or tells you something lasting, and change as little as needed. The stored text may be newer than what you see: read it before you edit a part. The user can undo changes to these, tools, components and state under History, but not external actions.",
  tools: {
    read_system_prompt: defineTool({
      title: "Read its prompt",
      help: "Reads the agent's system prompt.",
      description: "Returns your system prompt as stored.",
      input: z.object({ offset }),
      hints: { reads: ["system_prompt"], idempotent: true },
      refuses: null,
      execute: async ({ offset }, context) => {
        const { content, ...about } = await readText("system_prompt", context);
        const { text, rest } = page(content, offset);
        return { prompt: text, ...about, ...rest };
      },
    }),
    edit_system_prompt: defineTool({
      title: "Change its prompt",
      help: "Changes how the agent behaves in later conversations.",
      description: "Edits your system prompt, for later conversations.",
      input: change,
      uses: USES,
      hints: { reads: ["system_prompt"], writes: ["system_prompt"] },
      refuses: (wanted, context) => assertEdit("system_prompt", PROMPT, wanted, context),
      execute: (wanted, context) => edited("system_prompt", PROMPT, wanted, context),
    }),
    read_learned_notes: defineTool({
      title: "Read its notes",
      help: "Reads the agent's notes about you and its work.",
      description: "Returns your learned notes as stored.",
      input: z.object({ offset }),
      hints: { reads: ["learned_notes"], idempotent: true },
      refuses: null,
      execute: async ({ offset }, context) => {
        const { content, ...about } = await readText("learned_notes", context);
        const { text, rest } = page(content, offset);
        return { notes: text, ...about, ...rest };
      },
    }),
    edit_learned_notes: defineTool({
      title: "Change its notes",
      help: "Changes the agent's notes for later conversations.",
      description: "Edits your learned notes, as edit_system_prompt does the prompt.",
      input: sameChange,
      uses: USES,
      hints: { reads: ["learned_notes"], writes: ["learned_notes"] },
      refuses: (wanted, context) => assertEdit("learned_notes", NOTES, wanted, context),
      execute: (wanted, context) => edited("learned_notes", NOTES, wanted, context),
    }),
  },
});
