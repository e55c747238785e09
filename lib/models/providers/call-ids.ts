import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

const MAX_LENGTH = 64;

/**
 * Replaces call ids by unique ones that all providers accept. Providers repeat ids between answers and differ
 * in the allowed syntax, and after a change of model one provider gets the ids of another.
 */
export const plainCallIds: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => ({ ...params, prompt: withPlainCallIds(params.prompt) }),
};

export function withPlainCallIds(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const taken = new Set<string>();
  // Results follow their calls, so an id refers to the latest call with it.
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
