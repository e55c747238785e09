import type { Look } from "@/lib/shared/frame/protocol";

let worn: readonly string[] = [];

export function wear({ theme, tokens, lang }: Look): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme;
  if (lang) document.documentElement.lang = lang;
  document.documentElement.classList.toggle("dark", theme === "dark");
  for (const name of worn) if (!(name in tokens)) style.removeProperty(name);
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  worn = Object.keys(tokens);
}
