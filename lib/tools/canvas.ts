import { z } from "zod";
import { describeComponents } from "@/lib/authored/components/describe";
import { prepareGate } from "@/lib/authored/components/gate";
import { render } from "@/lib/authored/components/render";
import { blocksAnswer } from "@/lib/shared/blocks/answer";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { explain } from "@/lib/shared/blocks/issues";
import { componentAnswer } from "@/lib/shared/components/answer";
import { componentCode, componentName } from "@/lib/shared/components/fields";
import { defineBuiltIn, defineTool } from "./define";
import { tryQueries } from "./live-blocks";

const renderInput = z
  .object({
    component: componentName.optional().describe("A stored one's name"),
    code: componentCode.optional().describe("When none is named"),
    props: z.looseObject({}).optional(),
    title: z.string().max(200).optional(),
  })
  .refine(({ component, code }) => (component === undefined) !== (code === undefined), {
    message: "Give either component or code, and not both",
  });

export const canvasTools = defineBuiltIn({
  id: "canvas",
  title: "Canvas",
  category: "conversation",
  prompt:
    'A fact, a yes or no and prose belong in the chat. render_and_wait is for what no block does, such as boards, games, live views. It and render_blocks give { action: "message", text, draft, edits } when the person writes in the chat instead, edits being those of tables: do what they say first; the sheet stays usable.',
  tools: {
    render_blocks: defineTool({
      description:
        'Shows blocks on the canvas and waits until the person sends the form, or presses Done where there is none. Gives { action: "submit", data } or { action: "dismiss" }, with edits of tables.',
      input: renderBlocksInput,
      hints: { idempotent: true },
      explain,
      pauses: true,
      answer: blocksAnswer,
      open: async (input, { agentId, signal, readStored }) => {
        // What its rows say is in what the person answers.
        await tryQueries(agentId, input, signal, readStored);
        return null;
      },
      awaits: ({ blocks }) => blocks.some(({ type }) => type === "form"),
    }),
    render_and_wait: defineTool({
      description: () =>
        `Shows a React component on the canvas, stored or written now, and waits until it calls callTool(action, payload). Gives { action, ...payload }.\n${describeComponents()}`,
      input: renderInput,
      hints: { reads: ["components", "state"], writes: ["state"], idempotent: true },
      prepare: () => void prepareGate(),
      pauses: true,
      answer: () => componentAnswer,
      open: (input, { agentId, runId, readStored }) => render(agentId, input, runId, readStored),
      awaits: (_, shown) => shown?.answers !== false,
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
