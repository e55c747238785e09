import type { UIMessage } from "ai";
import { sizeOf } from "@/lib/shared/chat/parts";

/** Minimum characters per update: a few paragraphs, which render within a frame or two. */
const LEAST = 1_500;
const STEPS = 8;

/**
 * Returns the part of `message` to render next, after `shown`: a limited number of characters more, because
 * rendering much text at once would block the page.
 */
export function nextOf(message: UIMessage, shown: UIMessage | undefined): UIMessage {
  const before = shown?.id === message.id ? sizeOf(shown) : 0;
  const whole = sizeOf(message);
  const step = Math.max(LEAST, (whole - before) / STEPS);
  return before + step >= whole ? message : upTo(message, before + step);
}

function upTo(message: UIMessage, size: number): UIMessage {
  const parts: UIMessage["parts"] = [];
  let left = size;
  for (const part of message.parts) {
    const own = sizeOf({ ...message, parts: [part] });
    const isCut = own > left;
    if (isCut && (part.type === "text" || part.type === "reasoning"))
      parts.push({ ...part, text: part.text.slice(0, Math.ceil(left)), state: "streaming" });
    else parts.push(part);
    if (isCut) break;
    left -= own;
  }
  return { ...message, parts };
}
