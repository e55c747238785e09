import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Names of our tokens, so that a later `text-ui` replaces `text-meta` but not `text-ink`.
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
