import { opening, type Scene } from "../scene";

export const finding: Scene = {
  title: "Find your way",
  about: /\b(find\w*|search\w*|palette|shortcuts?|keyboard|keys|exports?|print\w*|download)\b/,
  play: (transcript) => ({
    text: [
      opening(transcript, "Four things to know:"),
      "- **Ctrl K** (⌘ K) opens the palette: every command, every conversation.\n- **?** shows all shortcuts.\n- The search above the list looks inside messages, too. Try “rye”.\n- A conversation or a single sheet can be taken along as one HTML file, or printed: in their menus, under **More**.",
    ].join("\n\n"),
  }),
};
