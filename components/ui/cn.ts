import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// The names of our design tokens. With them, a later `text-ui` (a size) replaces `text-meta` (a size) but not
// `text-ink` (a colour).
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["meta", "ui", "field", "prose", "title"],
      "font-weight": ["normal", "medium", "strong"],
      spacing: ["control", "control-small", "bar"],
      radius: ["sheet", "in", "full"],
      shadow: ["sheet", "float"],
      container: ["form", "sheet", "prose"],
      animate: ["appear", "arrive", "fade", "late", "turn"],
    },
  },
});

export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
