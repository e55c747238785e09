import * as z from "zod/mini";
import type { Look } from "@/lib/shared/frame/protocol";

const context = z.object({
  theme: z.optional(z.enum(["light", "dark"])),
  locale: z.optional(z.string()),
  styles: z.optional(z.object({ variables: z.optional(z.record(z.string(), z.unknown())) })),
});

/** Easel's design tokens, and the variables of MCP Apps with the same purpose. */
const TOKENS: Record<string, string> = {
  "--sheet": "--color-background-primary",
  "--paper": "--color-background-primary",
  "--rail": "--color-background-secondary",
  "--table": "--color-background-tertiary",
  "--ink": "--color-text-primary",
  "--ink-2": "--color-text-secondary",
  "--ink-3": "--color-text-tertiary",
  "--on-ink": "--color-text-inverse",
  "--line": "--color-border-secondary",
  "--line-strong": "--color-border-primary",
  "--danger": "--color-text-danger",
  "--success": "--color-text-success",
  "--warning": "--color-text-warning",
  "--font-sans": "--font-sans",
  "--font-mono": "--font-mono",
};
const MAX_CHARS = 200;
/** Colours of a program that names only some of these could be unreadable on Easel's. */
const NEEDED = [
  "--color-background-primary",
  "--color-text-primary",
  "--color-text-secondary",
  "--color-text-inverse",
];

/** Returns the look for components in the theme, language and colours of the program. */
export function lookOf(given: unknown): Look {
  const { theme, locale = "", styles } = context.safeParse(given).data ?? {};
  const variables = styles?.variables ?? {};
  const isWhole = NEEDED.every((name) => typeof variables[name] === "string");
  const tokens = Object.entries(TOKENS).flatMap(([token, name]) => {
    const value = variables[name];
    const isTaken = isWhole || name.startsWith("--font");
    return isTaken && typeof value === "string" && value.length <= MAX_CHARS ? [[token, value] as const] : [];
  });
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return {
    theme: theme ?? (isDark ? "dark" : "light"),
    tokens: Object.fromEntries(tokens),
    ...(/^de\b/i.test(locale) && { lang: "de" }),
  };
}
