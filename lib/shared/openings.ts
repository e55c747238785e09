export type Opening = {
  id: string;
  title: string;
  /** The message that is sent; it works as well with a real model. */
  text: string;
  /** A lucide icon, by its name in kebab-case. */
  icon: string;
};

/** What the first page offers. The demo model plays each of them. */
export const openings = [
  {
    id: "bake",
    title: "Plan a bake with a form",
    text: "Plan Saturday's bake for a small bakery. Ask me in a form.",
    icon: "croissant",
  },
  {
    id: "sales",
    title: "Look at a month of sales",
    text: "Show me a made-up month of bakery sales, as chart and table.",
    icon: "chart-line",
  },
  {
    id: "tool",
    title: "Make a tool and use it",
    text: "Make yourself a tool that scales a bread recipe to any number of loaves. Try its code first, then use it for 24 loaves of 900 g.",
    icon: "wrench",
  },
] as const satisfies readonly Opening[];
