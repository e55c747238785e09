import { type ReactNode, useSyncExternalStore } from "react";

/* Replaces next-themes: the theme of the page, until the component sets another one for its frame. */

type Theme = "light" | "dark";
const THEMES = ["light", "dark", "system"];

let chosen: Theme | "system" = "system";

export const ThemeProvider = ({ children }: { children?: ReactNode }) => <>{children}</>;

export function useTheme() {
  const [theme = "system", resolvedTheme = "light"] = useSyncExternalStore(subscribe, snapshot).split(" ");
  return { theme, resolvedTheme, systemTheme: page ?? worn(), themes: THEMES, setTheme };
}

let page: Theme | undefined;

const snapshot = () => `${chosen} ${worn()}`;

function worn(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function setTheme(next: string | ((now: string) => string)): void {
  const theme = typeof next === "function" ? next(chosen) : next;
  page ??= worn();
  chosen = theme === "light" || theme === "dark" ? theme : "system";
  wearHere(chosen === "system" ? page : chosen);
  if (chosen === "system") page = undefined;
}

function wearHere(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle("dark", theme === "dark");
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
