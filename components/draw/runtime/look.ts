import type { Look } from "@/lib/shared/frame/protocol";

let worn: readonly string[] = [];

/** Applies the theme of the page, and the tokens whose value depends on the page. */
export function wear({ theme, tokens }: Look): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  // shadcn/ui's class for the dark theme.
  document.documentElement.classList.toggle("dark", theme === "dark");
  for (const name of worn) if (!(name in tokens)) style.removeProperty(name);
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  worn = Object.keys(tokens);
}
