import type { UIMessage } from "ai";
import { sizeOf } from "@/lib/shared/chat/parts";

/** So much more is shown at a time at least: a few paragraphs, which are drawn well within a frame or two. */
const LEAST = 1_500;
/** What is far ahead is caught up with in about so many steps. */
const STEPS = 8;

/**
 * As much of a message as may be drawn next after what is `shown` of it. Text that comes in one burst would otherwise hold
 * up the page while all of it is drawn at once.
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
