import { convertToModelMessages, type ModelMessage } from "ai";
import { isOpen, isToolPart, type Message, type Part } from "./message";

const UNFINISHED = "This call was never finished.";

/**
 * Stored messages as models take them. Providers refuse empty messages, calls without a result and inputs that are not
 * objects, and one of these would make every later turn of the conversation fail.
 */
export const toModelMessages = (messages: readonly Message[]): Promise<ModelMessage[]> =>
  convertToModelMessages(
    messages
      .filter(({ parts }) => parts.some(isContent))
      .map((message) => ({ ...message, parts: message.parts.filter(isNotBlank).map(presentable) })),
  );

/** Whether a part says or does something: an answer of none but others is no answer. */
export const isContent = (part: Part): boolean =>
  (part.type === "text" && isNotBlank(part)) || part.type === "file" || isToolPart(part);

const isNotBlank = (part: Part) => part.type !== "text" || part.text.trim() !== "";

function presentable(part: Part): Part {
  if (!isToolPart(part)) return part;
  const { toolCallId, type, callProviderMetadata } = part;
  const input = isObject(part.input) ? part.input : {};
  if (isOpen(part))
    return { type, toolCallId, state: "output-error", input, errorText: UNFINISHED, callProviderMetadata };
  return { ...part, input } as Part;
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
