import { z } from "zod";
import { blocksAnswer } from "@/lib/shared/blocks/answer";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { explain } from "@/lib/shared/blocks/issues";
import { defineTool, defineToolset } from "./define";

export const canvasTools = defineToolset({
  id: "canvas",
  title: "Canvas",
  category: "conversation",
  prompt:
    "render_blocks puts finished blocks on the canvas and waits until the person has submitted the form or pressed Done; use it whenever a table, a chart or a form says it better than text. send_message says something in the chat without waiting: use it for progress in long work.",
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
    send_message: defineTool({
      description: "Shows a text (markdown) in the chat at once and goes on without waiting.",
      input: z.object({ text: z.string().min(1).describe("Message text, markdown") }),
      hints: { idempotent: true },
      execute: async () => ({ ok: true }),
    }),
  },
});
