import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

const MAX_LENGTH = 64;

/**
 * Replaces the ids of tool calls by unique ids that all providers accept. A provider may repeat an id in a
 * later answer, and providers allow different characters. After a change of model, a provider also receives
 * the ids of the previous one.
 */
export const plainCallIds: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => ({ ...params, prompt: withPlainCallIds(params.prompt) }),
};

export function withPlainCallIds(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const taken = new Set<string>();
  // A result follows its call, so the id of a result means the latest call with this id.
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
