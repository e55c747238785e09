import { z } from "zod";
import { toolOf } from "@/lib/code/tools/read";
import { assertNewTool, createTool, deleteTool, setToolEnabled, updateTool } from "@/lib/code/tools/save";
import {
  newToolName,
  parameterSchema,
  toolCode,
  toolDescription,
  toolVersion,
} from "@/lib/shared/agent-tools/fields";
import { codeEdits, isOneWay, ONE_WAY } from "@/lib/shared/edited-code";
import { proofWhy } from "@/lib/shared/proofs/fields";
import { hideFromModels } from "@/lib/shared/text/schema-for-models";
import { listToolNames } from "@/lib/store/agents/agent-tools";
import { originsOfVersion } from "@/lib/store/origins";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";
import { offset, page } from "./pages";

const named = z.object({ name: z.string() });

export const toolTools = defineBuiltIn({
  id: "tools",
  title: "Tools",
  category: "making",
  prompt:
    "Turn repeated work into a tool: try its code with run_sandbox_code, create it, and call it from the next step on.",
  tools: {
    create_tool: defineTool({
      title: "Create a tool",
      help: "Stores a new tool that the agent has written for itself.",
      description: "Creates a tool of your own.",
      input: z.object({
        name: newToolName.describe("Unique, snake_case"),
        description: toolDescription,
        parameter_schema: parameterSchema.describe("JSON Schema of args, an object"),
        code: toolCode.describe("As for run_sandbox_code, plus `args`"),
      }),
      hints: { writes: ["tools"] },
      refuses: ({ name }, { agentId }) => assertNewTool(agentId, name),
      execute: (fields, context) => createTool(context.agentId, fields, by(context)),
    }),
    update_tool: defineTool({
      title: "Change a tool",
      help: "Creates a new version of an agent-made tool.",
      description: "Changes the given fields of a tool.",
      input: z
        .object({
          name: z.string(),
          description: toolDescription.optional(),
          parameter_schema: parameterSchema.optional(),
          code: toolCode.optional(),
          edits: codeEdits.optional(),
          why: proofWhy.optional(),
          version: hideFromModels(toolVersion.optional()),
        })
        .refine(isOneWay, ONE_WAY),
      // Not idempotent: repeating an edit may change the text that the edit produced.
      hints: { writes: ["tools"] },
      refuses: ({ name }, { agentId }) => toolOf(agentId, name),
      execute: async ({ name, why, ...change }, context) => {
        if (change.edits) await readMarkedTool(name, context);
        const { agentId, readStored } = context;
        return updateTool(agentId, name, change, by(context), { why, readStored });
      },
    }),
    delete_tool: defineTool({
      title: "Delete a tool",
      help: "Deletes an agent-made tool. History can restore it.",
      description: "Deletes a tool.",
      input: named,
      refuses: ({ name }, { agentId }) => toolOf(agentId, name),
      hints: { writes: ["tools"] },
      execute: async ({ name }, context) => ({
        deleted: await deleteTool(context.agentId, name, by(context)),
      }),
    }),
    enable_tool: defineTool({
      title: "Switch a tool on",
      help: "Enables an agent-made tool again.",
      description: "Enables a disabled tool.",
      input: named,
      refuses: ({ name }, { agentId }) => toolOf(agentId, name),
      hints: { writes: ["tools"], idempotent: true },
      execute: ({ name }, { agentId }) => setToolEnabled(agentId, name, true),
    }),
    disable_tool: defineTool({
      title: "Switch a tool off",
      help: "Disables an agent-made tool without deleting it.",
      description: "Disables a tool without deleting it.",
      input: named,
      refuses: ({ name }, { agentId }) => toolOf(agentId, name),
      hints: { writes: ["tools"], idempotent: true },
      execute: ({ name }, { agentId }) => setToolEnabled(agentId, name, false),
    }),
    list_tools: defineTool({
      title: "List tools",
      help: "Lists the agent-made tools.",
      description: "Lists agent-made tools.",
      input: z.object({ include_disabled: z.boolean().optional() }),
      hints: { reads: ["tools"], idempotent: true },
      refuses: null,
      execute: async ({ include_disabled = false }, { agentId, readStored }) => ({
        tools: (await listToolNames(agentId, include_disabled)).map(({ origins, ...tool }) => {
          readStored({ kind: "tool", name: tool.name, origins });
          return tool;
        }),
      }),
    }),
    read_tool: defineTool({
      title: "Read a tool",
      help: "Reads the code of an agent-made tool.",
      description: "Returns a tool with its schema and code.",
      input: named.extend({ offset }),
      hints: { reads: ["tools"], idempotent: true },
      refuses: ({ name }, { agentId }) => toolOf(agentId, name),
      execute: async ({ name, offset }, { agentId, readStored }) => {
        const { updatedAt: _, limits, code, ...tool } = await readMarkedTool(name, { agentId, readStored });
        const { text, rest } = page(code, offset);
        return { ...tool, code: text, ...(limits && { limits }), ...rest };
      },
    }),
  },
});

/**
 * Returns a tool, and records that the call has read it, because results and errors of edits may quote it.
 */
async function readMarkedTool(
  name: string,
  { agentId, readStored }: Pick<ToolContext, "agentId" | "readStored">,
) {
  const tool = await toolOf(agentId, name);
  readStored({ kind: "tool", name, origins: await originsOfVersion(agentId, "tool", name, tool.version) });
  return tool;
}
