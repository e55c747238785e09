import type { Scene } from "../scene";

export const finding: Scene = {
  title: "Find your way",
  about: /\b(find\w*|search\w*|palette|shortcuts?|keyboard|keys|exports?|print\w*|download)\b/,
  play: () => ({
    text: [
      "Four things to know:",
      "- **Ctrl K** (⌘ K) opens the palette: every command, every conversation.\n- **?** shows all shortcuts.\n- The search above the list looks inside messages, too. Try “rye”.\n- Export a conversation or a single form, table or chart as one HTML file, or print it: in its menu, under **More**.",
    ].join("\n\n"),
  }),
};
