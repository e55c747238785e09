import { z } from "zod";
import { describeComponents } from "@/lib/authored/components/describe";
import { tryDiagrams } from "@/lib/authored/components/diagrams";
import { prepareGate } from "@/lib/authored/components/gate";
import { render } from "@/lib/authored/components/render";
import { blocksAnswer, isAnswered } from "@/lib/shared/blocks/answer";
import { rareBlocks, renderBlocksCall } from "@/lib/shared/blocks/index";
import { explain } from "@/lib/shared/blocks/issues";
import { problemOfCall, sheetId, waits } from "@/lib/shared/chat/sheet-call";
import { sheetKey } from "@/lib/shared/chat/sheet-key";
import { componentAnswer } from "@/lib/shared/components/answer";
import { componentCode, componentName } from "@/lib/shared/components/fields";
import { codeEdits } from "@/lib/shared/edited-code";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool, type Opening } from "./define";
import { describeBlocks } from "./describe-blocks";
import { blocksAfter, componentAfter } from "./in-place";
import { markedTables, tryQueries } from "./live-blocks";

const renderInput = z
  .object({
    surface: sheetId,
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
      context.addIssue({ code: "custom", message: "Give either component or code, and not both" });
    const changes = surface === undefined || edits ? whole : (whole ?? props ?? title);
    const problem = problemOfCall({ surface, edits, whole: changes }, "code");
    if (problem && (surface !== undefined || edits)) context.addIssue({ code: "custom", ...problem });
  });

export const canvasTools = defineBuiltIn({
  id: "canvas",
  title: "Canvas",
  category: "conversation",
  prompt:
    'A fact, a yes or no and prose belong in the chat. render_and_wait is for what no block does, such as boards, games, live views. It and render_blocks give { action: "message", text, draft, edits } when the person writes in the chat instead, edits being those of tables: do what they say first; the sheet stays usable. With wait false they only show. Give the surface of a result with edits, props or all anew to change it.',
  tools: {
    render_blocks: defineTool({
      description:
        'Shows blocks on the canvas and waits until the person sends the form, or presses Done where there is none. Gives { action: "submit", data } or { action: "dismiss" }, with edits of tables.',
      input: renderBlocksCall,
      hints: { idempotent: true },
      explain,
      pauses: true,
      answer: ({ blocks = [] }) => blocksAnswer({ blocks }),
      open: async (call, context) => {
        const { agentId, signal, readStored } = context;
        const input = await blocksAfter(call, context);
        // What its rows say is in what the person answers.
        await tryQueries(agentId, input, signal, readStored);
        await tryDiagrams(input.blocks);
        return { shown: null, ...(await opening(call, input, context)) };
      },
      awaits: ({ blocks = [] }) => isAnswered(blocks),
    }),
    render_and_wait: defineTool({
      description: () =>
        `Shows a React component on the canvas, stored or written now, and waits until it calls callTool(action, payload). Gives { action, ...payload }.\n${describeComponents()}`,
      input: renderInput,
      hints: { reads: ["components", "state"], writes: ["state"], idempotent: true },
      prepare: () => void prepareGate(),
      pauses: true,
      answer: () => componentAnswer,
      open: async (call, context) => {
        const { agentId, runId, readStored } = context;
        const input = await componentAfter(call, context);
        const shown = await render(agentId, input, runId, readStored, () => markedTables(agentId));
        return { shown, ...(await opening(call, input, context)) };
      },
      awaits: (_, shown) => shown?.answers !== false,
    }),
    describe_blocks: defineTool({
      description: `Gives all that blocks, fields, columns and edits may be, with examples. More blocks: ${rareBlocks.join(", ")}.`,
      input: z.object({ types: z.array(z.string().max(50)).max(50).optional() }),
      hints: { idempotent: true },
      execute: async ({ types }) => describeBlocks(types),
    }),
    send_message: defineTool({
      description: "Shows a text in the chat at once, without waiting: progress in long work.",
      input: z.object({ text: z.string().min(1).describe("Markdown") }),
      hints: { idempotent: true },
      inChat: () => true,
      execute: async () => ({ ok: true }),
    }),
  },
});

type Call = { surface?: string; wait?: boolean };

/** What of a call the loop has to know: that it changes a sheet, and that nothing waits for it. */
async function opening(
  { surface, wait }: Call,
  input: object,
  { messageId, toolCallId, sheet }: ToolContext,
): Promise<Omit<Opening, "shown">> {
  const key = surface ?? sheetKey(messageId, toolCallId);
  return {
    ...(surface !== undefined && {
      input: { surface, ...input, wait },
      changes: (await sheet?.(surface))?.id,
    }),
    ...(wait === false && { result: { action: "shown", surface: key } }),
  };
}
