import { z } from "zod";
import { describeComponents } from "@/lib/components/describe";
import { render } from "@/lib/components/render";
import { blocksAnswer } from "@/lib/shared/blocks/answer";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { explain } from "@/lib/shared/blocks/issues";
import { componentAnswer } from "@/lib/shared/components/answer";
import { componentCode, componentName } from "@/lib/shared/components/fields";
import { defineTool, defineToolset } from "./define";
import { tryQueries } from "./live-blocks";

const renderInput = z
  .object({
    component: componentName.optional().describe("Name of a stored component"),
    code: componentCode.optional().describe("When none is named"),
    props: z.looseObject({}).optional(),
    title: z.string().max(200).optional(),
  })
  .refine(({ component, code }) => (component === undefined) !== (code === undefined), {
    message: "Give either component or code, and not both",
  });

export const canvasTools = defineToolset({
  id: "canvas",
  title: "Canvas",
  category: "conversation",
  prompt:
    'render_and_wait is for what no block does, such as boards, games, drawing, live views. It and render_blocks give { action: "message", text } when the person writes in the chat instead.',
  tools: {
    render_blocks: defineTool({
      description:
        'Shows blocks on the canvas, from top to bottom, and waits until the person has sent the form, or pressed Done where there is none. Gives { action: "submit", data } or { action: "dismiss" }.',
      input: renderBlocksInput,
      hints: { idempotent: true },
      explain,
      pauses: true,
      answer: blocksAnswer,
      open: async (input, { agentId, signal }) => {
        await tryQueries(agentId, input, signal);
        return null;
      },
    }),
    render_and_wait: defineTool({
      description: () =>
        `Shows a React component on the canvas, stored or written now, and waits until it calls callTool(action, payload). Gives { action, ...payload }.\n${describeComponents()}`,
      input: renderInput,
      hints: { reads: ["components", "state"], writes: ["state"], idempotent: true },
      pauses: true,
      answer: () => componentAnswer,
      open: (input, { agentId }) => render(agentId, input),
    }),
    send_message: defineTool({
      description: "Shows a text in the chat at once, without waiting: progress in long work.",
      input: z.object({ text: z.string().min(1).describe("Markdown") }),
      hints: { idempotent: true },
      execute: async () => ({ ok: true }),
    }),
  },
});
