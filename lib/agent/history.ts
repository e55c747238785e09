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
      .map((message) => ({ ...message, parts: message.parts.filter(isTold).map(presentable) })),
  );

/** Blank text says nothing, and providers refuse reasoning that led to nothing: an answer that broke off leaves it. */
const isTold = (part: Part, at: number, parts: readonly Part[]): boolean => {
  if (part.type !== "reasoning") return isNotBlank(part);
  const rest = parts.slice(at + 1);
  const end = rest.findIndex(({ type }) => type === "step-start");
  return (end < 0 ? rest : rest.slice(0, end)).some(isContent);
};

/** Whether a part says or does something: an answer of none but others is no answer. */
export const isContent = (part: Part): boolean =>
  (part.type === "text" && isNotBlank(part)) || part.type === "file" || isToolPart(part);

const isNotBlank = (part: Part) => part.type !== "text" || part.text.trim() !== "";

function presentable(part: Part): Part {
  if (part.type === "file") return asText(part) ?? part;
  if (!isToolPart(part)) return part;
  const { toolCallId, type, callProviderMetadata } = part;
  const input = isObject(part.input) ? part.input : {};
  if (isOpen(part))
    return { type, toolCallId, state: "output-error", input, errorText: UNFINISHED, callProviderMetadata };
  return { ...part, input } as Part;
}

/** A text file as text: every model reads that, and only some read files. */
function asText({ mediaType, url, filename = "file" }: Extract<Part, { type: "file" }>): Part | undefined {
  const [, base64] = /^data:text\/[^,]*;base64,(.*)$/s.exec(url) ?? [];
  if (!mediaType.startsWith("text/") || base64 === undefined) return undefined;
  return { type: "text", text: `${filename}:\n\n${Buffer.from(base64, "base64").toString("utf8")}` };
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
