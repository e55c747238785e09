/** How chat and canvas share the room beside the list. */
export type Split = { width: number; show: "both" | "chat" | "canvas" };

/** Pixels of the chat, as in tokens.css. */
export const CHAT_WIDTH = { least: 360, usual: 432, most: 560 };
/** What the canvas keeps as long as the chat has its least. */
export const CANVAS_LEAST = 480;

/** Reads the cookie `432.both`; whatever else it holds means the usual. */
export function parseSplit(text: string | undefined): Split {
  const [, width, show] = /^(\d{3})\.(both|chat|canvas)$/.exec(text ?? "") ?? [];
  return {
    width: width === undefined ? CHAT_WIDTH.usual : clamp(Number(width)),
    show: show === "chat" || show === "canvas" ? show : "both",
  };
}

export const formatSplit = ({ width, show }: Split): string => `${clamp(width)}.${show}`;

const clamp = (width: number): number =>
  Math.round(Math.min(Math.max(width, CHAT_WIDTH.least), CHAT_WIDTH.most));
