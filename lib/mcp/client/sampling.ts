import { z } from "zod";
import type { Sample } from "@/lib/shared/mcp/server-ask";

const MAX_MESSAGES = 50;
/** Of all that a model would be told. */
const MAX_CHARACTERS = 100_000;
const MAX_TOKENS = 16_000;

const block = z.looseObject({ type: z.string(), text: z.string().optional() });

export const samplingParams = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        role: z.enum(["user", "assistant"]),
        content: z.union([block, z.array(block).max(100)]),
      }),
    )
    .min(1)
    .max(MAX_MESSAGES),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().positive(),
});

/** What a model would be asked, as the person sees it. Throws, in words for the server, where it is not only text. */
export function toSample({ messages, systemPrompt, maxTokens }: z.infer<typeof samplingParams>): Sample {
  const clean = (text: string) => text.toWellFormed().replaceAll("\0", "");
  const sample = {
    ...(systemPrompt && { system: clean(systemPrompt) }),
    messages: messages.map(({ role, content }) => ({
      role,
      text: clean([content].flat().map(textOf).join("\n")),
    })),
    maxTokens: Math.min(Math.ceil(maxTokens), MAX_TOKENS),
  };
  if (JSON.stringify(sample).length > MAX_CHARACTERS)
    throw new Error(`A model is asked with at most ${MAX_CHARACTERS} characters here.`);
  return sample;
}

function textOf({ type, text }: z.infer<typeof block>): string {
  if (type === "text" && text !== undefined) return text;
  throw new Error("A model is asked with text alone here.");
}
