import { textOf } from "@/lib/shared/chat/parts";
import type { Occasion } from "@/lib/traces/record";
import { isToolPart, type Message } from "./message";

/** What the person had said last, and what the model wrote and thought between its last call and this one. */
export function occasionOf(messages: readonly Message[], toolCallId: string): Occasion {
  const asked = messages.findLast(({ role }) => role === "user");
  const parts = messages.at(-1)?.parts ?? [];
  const call = parts.findIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
  const thoughts: string[] = [];
  for (const part of parts.slice(0, Math.max(call, 0)).reverse()) {
    if (part.type === "text" || part.type === "reasoning") thoughts.unshift(part.text);
    // Calls of one step are made for one reason.
    else if (part.type === "step-start" && thoughts.length > 0) break;
  }
  return { triggerMessage: asked ? textOf(asked) : "", reasoning: thoughts.join("\n").trim() };
}
