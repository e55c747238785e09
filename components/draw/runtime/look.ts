import type { Look } from "@/lib/shared/frame/protocol";

let worn: readonly string[] = [];

/** Makes the frame look as the page does: its theme, and the tokens whose value depends on the page. */
export function wear({ theme, tokens }: Look): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  // Components know the theme by shadcn/ui's class too.
  document.documentElement.classList.toggle("dark", theme === "dark");
  for (const name of worn) if (!(name in tokens)) style.removeProperty(name);
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  worn = Object.keys(tokens);
}
