const NAMES =
  "background|foreground|(?:card|popover|primary|secondary|muted|accent|destructive)(?:-foreground)?|border|input|ring|chart-[1-6]";
const WRAPPED = new RegExp(`\\bhsla?\\((var\\(--(?:${NAMES})\\))(?:\\s*\\/\\s*([\\d.]+%?))?\\)`, "g");

/**
 * Colours of the theme as shadcn/ui once had them, `hsl(var(--primary))`, in today's form: the variables are whole
 * colours now.
 */
export const modernColours = (js: string): string =>
  js.replace(WRAPPED, (_, colour: string, alpha?: string) => {
    if (alpha === undefined) return colour;
    const percent = alpha.endsWith("%") ? alpha : `${Math.round(Number(alpha) * 100)}%`;
    return `color-mix(in oklab,${colour} ${percent},transparent)`;
  });
