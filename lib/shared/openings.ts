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
    id: "porto",
    title: "Plan a weekend in Porto",
    text: "Plan a weekend in Porto. Ask me what matters, then show me the plan.",
    icon: "map",
  },
  {
    id: "bakery",
    title: "Show me a week of bakery sales",
    text: "Show me a week of bakery sales, as a chart and a table.",
    icon: "chart-line",
  },
  {
    id: "remember",
    title: "Remember something for me",
    text: "Remember something for me. Ask me what it is.",
    icon: "bookmark",
  },
] as const satisfies readonly Opening[];
