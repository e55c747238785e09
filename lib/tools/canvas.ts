import { z } from "zod";
import { describeComponents } from "@/lib/components/describe";
import { render } from "@/lib/components/render";
import { blocksAnswer } from "@/lib/shared/blocks/answer";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { explain } from "@/lib/shared/blocks/issues";
import { componentAnswer } from "@/lib/shared/components/answer";
import { componentCode, componentName } from "@/lib/shared/components/fields";
import { defineTool, defineToolset } from "./define";

const renderInput = z
  .object({
    component: componentName.optional().describe("Name of a stored component"),
    code: componentCode.optional().describe("TSX that export defaults a component, when none is named"),
    props: z.looseObject({}).optional().describe("Props of the component"),
    title: z.string().max(200).optional().describe("Shown above the component"),
  })
  .refine(({ component, code }) => (component === undefined) !== (code === undefined), {
    message: "Give either component or code, and not both",
  });

export const canvasTools = defineToolset({
  id: "canvas",
  title: "Canvas",
  category: "conversation",
  prompt:
    "render_blocks puts finished blocks on the canvas and waits until the person has submitted the form or pressed Done; use it whenever a table, a chart or a form says it better than text. render_and_wait puts a React component there that you write, or have stored; use it for what no block does: boards, games, drawing, live views. send_message says something in the chat without waiting: use it for progress in long work.",
  tools: {
    render_blocks: defineTool({
      description:
        'Shows blocks (markdown, table, chart, form, code, image, alert, json) on the canvas, in order, and waits for the person. Gives { action: "submit", data } for a form, else { action: "dismiss" }; { action: "message", text } when they wrote in the chat instead.',
      input: renderBlocksInput,
      hints: { idempotent: true },
      explain,
      pauses: true,
      answer: blocksAnswer,
    }),
    render_and_wait: defineTool({
      description: () =>
        `Shows a React component on the canvas, a stored one or one that you write now, and waits until it calls callTool(action, payload). Gives { action, ...payload }; { action: "message", text } when the person wrote in the chat instead.\n${describeComponents()}`,
      input: renderInput,
      hints: { reads: ["components"], idempotent: true },
      pauses: true,
      answer: () => componentAnswer,
      open: (input, { agentId }) => render(agentId, input),
    }),
    send_message: defineTool({
      description: "Shows a text (markdown) in the chat at once and goes on without waiting.",
      input: z.object({ text: z.string().min(1).describe("Message text, markdown") }),
      hints: { idempotent: true },
      execute: async () => ({ ok: true }),
    }),
  },
});
