export type Split = { width: number; show: "both" | "chat" | "canvas" };

/** Chat widths in pixels; must match tokens.css. */
export const CHAT_WIDTH = { least: 360, usual: 432, most: 560 };
/** Minimum width of the canvas in pixels. */
export const CANVAS_LEAST = 480;

/** Parses the cookie, such as `432.both`. Returns the defaults for invalid values. */
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
