import { z } from "zod";
import { tooLongMessage } from "@/lib/shared/text/too-long";
import { defineBuiltIn, defineTool } from "./define";

const MAX_ANSWER = 100_000;

export const userTools = defineBuiltIn({
  id: "user",
  title: "Questions",
  category: "conversation",
  prompt:
    "ask_user: one short question. Give options if the answers are predictable; for several values use a form.",
  tools: {
    ask_user: defineTool({
      title: "Ask you",
      help: "Asks you a question and waits for your reply.",
      description: "Asks the user a question in the chat and waits for the reply.",
      input: z.object({
        question: z.string().min(1, "Pass the question"),
        options: z.array(z.string().min(1)).max(50).optional().describe("Shown as buttons"),
      }),
      hints: { idempotent: true },
      pauses: true,
      answer: () =>
        z.strictObject({
          answer: z
            .string()
            .trim()
            .min(1, "An answer needs at least one character")
            .max(MAX_ANSWER, { error: tooLongMessage }),
        }),
    }),
  },
});
