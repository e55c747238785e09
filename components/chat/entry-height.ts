import type { UIMessage } from "ai";
import type { Entry } from "./entries";

const LINE = 24;
const WIDTH = 432;
const GUTTERS = 48;
/** A call that makes a picture, with the picture. */
const PICTURE = 400;
/** A call that takes a screenshot, with the small picture of it. */
const SHOT = 150;
/** Of a letter of running text. */
const LETTER = 7.2;

/** A guess at the height of an entry that was never drawn, so that the scrollbar tells about the truth. */
export function heightOf(entry: Entry | undefined, width = WIDTH): number {
  if (!entry || !("message" in entry)) return LINE;
  const { message } = entry;
  const letters = Math.max(20, (width - GUTTERS) / LETTER);
  const parts = message.parts.map((part) => partHeight(part, letters)).filter((height) => height > 0);
  const inside = parts.reduce((sum, height) => sum + height, 0) + Math.max(0, parts.length - 1) * 16;
  return message.role === "user" ? inside + 20 : inside;
}

function partHeight(part: UIMessage["parts"][number], letters: number): number {
  if (part.type === "text") return Math.max(1, Math.ceil(part.text.length / letters)) * LINE;
  if (part.type === "step-start") return 0;
  if (part.type === "tool-generate_image" || part.type === "tool-edit_image") return PICTURE;
  if (part.type === "tool-browser_screenshot") return SHOT;
  return part.type === "reasoning" ? 20 : 40;
}
