import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

const MAX_LENGTH = 64;

/**
 * Providers repeat call ids from answer to answer, and each has its own idea of what an id may look like. After a change
 * of model one provider is given the ids of another, so every model gets ids that all of them take.
 */
export const plainCallIds: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => ({ ...params, prompt: withPlainCallIds(params.prompt) }),
};

export function withPlainCallIds(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const taken = new Set<string>();
  // Results follow their calls, so an id means the newest call that bears it.
  const sentAs = new Map<string, string>();
  const name = (id: string) => {
    const plain = id.replace(/[^\w-]/g, "_").slice(0, MAX_LENGTH) || "_";
    let unique = plain;
    for (let n = 2; taken.has(unique); n++) unique = `${plain.slice(0, MAX_LENGTH - 8)}-${n}`;
    taken.add(unique);
    sentAs.set(id, unique);
    return unique;
  };
  return prompt.map((message) => {
    if (message.role === "assistant") {
      const content = message.content.map((part) =>
        part.type === "tool-call" ? { ...part, toolCallId: name(part.toolCallId) } : part,
      );
      return { ...message, content };
    }
    if (message.role !== "tool") return message;
    const content = message.content.map((part) =>
      part.type === "tool-result"
        ? { ...part, toolCallId: sentAs.get(part.toolCallId) ?? part.toolCallId }
        : part,
    );
    return { ...message, content };
  });
}
