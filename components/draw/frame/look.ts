import type { Look } from "@/lib/shared/frame/protocol";
import { currentLocale } from "@/lib/shared/i18n/locale";

/**
 * Tokens that depend on the page, mostly on its width, which a frame cannot know. The frame's own stylesheet has all
 * other tokens.
 */
const TOKENS = [
  "--control",
  "--control-small",
  "--bar",
  "--text-ui",
  "--text-prose",
  "--text-field",
  "--leading-field",
  "--ink-3",
  "--line",
  "--line-strong",
];
const QUERIES = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(width < 768px)",
  "(pointer: coarse)",
];

export function readLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const tokens = Object.fromEntries(
    TOKENS.map((name) => [name, style.getPropertyValue(name).trim()]).filter(([, value]) => value !== ""),
  );
  return { theme: readTheme(), tokens, ...(currentLocale() === "de" && { lang: "de" }) };
}

function readTheme(): Look["theme"] {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * Calls `onChange` when the user, the system or the window's width changes the look. Returns a function that
 * stops it.
 */
export function watchLook(onChange: (look: Look) => void): () => void {
  const leave = new AbortController();
  const tell = () => onChange(readLook());
  for (const query of QUERIES) matchMedia(query).addEventListener("change", tell, { signal: leave.signal });
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "style", "class"] });
  return () => {
    leave.abort();
    observer.disconnect();
  };
}
