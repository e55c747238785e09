export type Opening = {
  id: string;
  title: string;
  about: string;
  /** Text of the message that a click on the suggestion sends. Any model must be able to do what it asks. */
  text: string;
  /** Name of a lucide icon in kebab-case. */
  icon: string;
};

/** Suggestions on the first page. The demo model supports each of them. */
export const openings = [
  {
    id: "bake",
    title: "Plan a bake with a form",
    about: "It asks with a form on the canvas and waits for you.",
    text: "Plan Saturday's bake for a small bakery. Ask me in a form.",
    icon: "croissant",
  },
  {
    id: "sales",
    title: "Look at a month of sales",
    about: "It answers with a chart and a table that you can sort.",
    text: "Show me a made-up month of bakery sales, as chart and table.",
    icon: "chart-line",
  },
  {
    id: "tool",
    title: "Make a tool and use it",
    about: "It writes a tool for itself, tries it and keeps it.",
    text: "Make yourself a tool that scales a bread recipe to any number of loaves. Try its code first, then use it for 24 loaves of 900 g.",
    icon: "wrench",
  },
] as const satisfies readonly Opening[];
