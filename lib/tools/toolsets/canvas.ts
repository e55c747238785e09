import { z } from "zod";
import { describeComponents, HOOKS } from "@/lib/code/components/describe";
import { tryDiagrams } from "@/lib/code/components/diagrams";
import { prepareGate } from "@/lib/code/components/gate";
import { render } from "@/lib/code/components/render";
import { toolsOfBundle } from "@/lib/code/components/uses";
import { blocksAnswer, isAnswered } from "@/lib/shared/blocks/answer";
import { type BlockType, blocks, isBlockType, rareBlocks, renderBlocksCall } from "@/lib/shared/blocks/index";
import { explain } from "@/lib/shared/blocks/issues";
import { problemOfCall, surfaceId, waits } from "@/lib/shared/chat/surfaces/surface-call";
import { surfaceKey } from "@/lib/shared/chat/surfaces/surface-key";
import { componentAnswer } from "@/lib/shared/components/answer";
import { componentCode, componentName } from "@/lib/shared/components/fields";
import { codeEdits } from "@/lib/shared/edited-code";
import { AppError } from "@/lib/shared/errors";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool, type Opening } from "./define";
import { blocksAfter, componentAfter } from "./in-place";
import { checkQueries, markedTables } from "./live-blocks";
import { toModelSchema } from "./model-schema";

const renderInput = z
  .object({
    surface: surfaceId,
    component: componentName.optional().describe("A stored one's name"),
    code: componentCode.optional(),
    edits: codeEdits.optional(),
    props: z.looseObject({}).optional(),
    title: z.string().max(200).optional(),
    wait: waits,
  })
  .superRefine(({ surface, edits, component, code, props, title }, context) => {
    const whole = component ?? code;
    if ((component !== undefined && code !== undefined) || (surface === undefined && !edits && !whole))
      context.addIssue({ code: "custom", message: "Give either component or code, not both" });
    const changes = surface === undefined || edits ? whole : (whole ?? props ?? title);
    const problem = problemOfCall({ surface, edits, whole: changes }, "code");
    if (problem && (surface !== undefined || edits)) context.addIssue({ code: "custom", ...problem });
  });

export const canvasTools = defineBuiltIn({
  id: "canvas",
  title: "Canvas",
  category: "conversation",
  prompt:
    'Facts, yes or no and prose belong in the chat. render_and_wait is for what no block can show, such as boards and games. It and render_blocks return { action: "message", text, draft, edits } if the user writes in the chat instead, with their table edits: do what the user says first; the surface stays usable. With wait: false, both only display. To change a result, pass its surface with edits, props or new content.',
  tools: {
    render_blocks: defineTool({
      title: "Show on the canvas",
      help: "Shows tables, charts, forms and text, and waits for your input.",
      description:
        'Shows blocks on the canvas and waits until the user submits the form or, without a form, presses Done. Returns { action: "submit", data } or { action: "dismiss" }, with edits of tables.',
      input: renderBlocksCall,
      hints: { reads: ["database", "documents"], idempotent: true },
      explain,
      pauses: true,
      answer: ({ blocks = [] }) => blocksAnswer({ blocks }),
      open: async (call, context) => {
        const input = await blocksAfter(call, context);
        // The answer may contain text of the displayed rows, so the web content in their tables counts as read.
        const warnings = await checkQueries(context.agentId, input, context);
        // If the edited surface has warnings, the edit fails, so that the model corrects it.
        if (call.surface !== undefined && warnings.length > 0)
          throw new AppError("invalid", warnings.join("\n"));
        await tryDiagrams(input.blocks);
        return { shown: null, ...(await opening(call, input, context, warnings)) };
      },
      awaits: ({ blocks = [] }) => isAnswered(blocks),
    }),
    render_and_wait: defineTool({
      title: "Show a component",
      help: "Shows a component on the canvas, and waits for your input.",
      description: () =>
        `Shows a React component on the canvas, stored or written now, and waits until it calls callTool(action, payload). Returns { action, ...payload }.\n${describeComponents()}`,
      input: renderInput,
      hints: { reads: ["components", "state", "database"], writes: ["state"], idempotent: true },
      prepare: () => void prepareGate(),
      pauses: true,
      answer: () => componentAnswer,
      open: async (call, context) => {
        const { agentId, runId, readStored, mayReach } = context;
        const input = await componentAfter(call, context);
        const shown = await render(agentId, input, runId, readStored, () => markedTables(agentId));
        if (mayReach) for (const name of await toolsOfBundle(shown.bundle)) mayReach(name);
        return { shown, ...(await opening(call, input, context)) };
      },
      awaits: (_, shown) => shown?.answers !== false,
    }),
    describe_blocks: defineTool({
      title: "Look up blocks",
      help: "Reads what tables, charts, forms and other blocks can show, and how to change them.",
      description: `Returns all options of blocks, fields, columns and edits, with examples. More blocks: ${rareBlocks.join(", ")}.`,
      input: z.object({ types: z.array(z.string().max(50)).max(50).optional() }),
      hints: { idempotent: true },
      refuses: null,
      execute: async ({ types }) => describeBlocks(types),
    }),
    send_message: defineTool({
      title: "Send a message",
      help: "Posts a message in the chat during long work.",
      description: "Posts a message in the chat without waiting: progress in long work.",
      input: z.object({ text: z.string().min(1).describe("Markdown") }),
      hints: { idempotent: true },
      inChat: () => true,
      refuses: null,
      execute: async () => ({ ok: true }),
    }),
  },
});

type Call = { surface?: string; wait?: boolean };

/** Returns which surface the call changes, and the result of a call that does not wait for the user. */
async function opening(
  { surface, wait }: Call,
  input: object,
  { messageId, toolCallId, sheet }: ToolContext,
  warnings: readonly string[] = [],
): Promise<Omit<Opening, "shown">> {
  const key = surface ?? surfaceKey(messageId, toolCallId);
  return {
    ...(surface !== undefined && {
      input: { surface, ...input, wait },
      changes: (await sheet?.(surface))?.id,
    }),
    ...(wait === false && {
      result: { action: "shown", surface: key, ...(warnings.length > 0 && { warnings }) },
    }),
  };
}

const EDITS = {
  on: "A block may have an id. Edits name a block by its id, or by its index after the previous edits. Blocks in columns and tabs are named by id, or by the layout's index and a path.",
  examples: [
    { op: "patch", index: 1, path: "columns[1]", patch: { kind: "date" } },
    { op: "patch", id: "intro", path: "content", find: "last week", replace: "this week" },
    { op: "insert", index: 0, block: blocks.alert.example },
    { op: "replace", id: "sales", block: blocks.chart.example },
    { op: "remove", index: 2 },
    { op: "insert", index: 3, path: "columns[0].blocks[1]", block: blocks.alert.example },
  ],
};

/**
 * Returns all options of the blocks, which the tool's schema omits. Throws with a message for the model if a
 * name is unknown.
 */
function describeBlocks(types: readonly string[] = []) {
  const unknown = types.filter((type) => !isBlockType(type));
  if (unknown.length > 0)
    throw new AppError(
      "not_found",
      `There is no block ${unknown.join(", ")}. There are: ${Object.keys(blocks).join(", ")}.`,
    );
  const wanted = types.filter(isBlockType);
  if (wanted.length === 0) {
    const all = Object.entries(blocks).map(([type, { description }]) => [type, description]);
    const note = "Pass types to get their fields.";
    return { blocks: Object.fromEntries(all), edits: EDITS, components: HOOKS, note };
  }
  return { blocks: Object.fromEntries(wanted.map((type) => [type, described(type)])) };
}

function described(type: BlockType) {
  const { description, schema, example } = blocks[type];
  return { description, schema: toModelSchema(schema), example };
}
