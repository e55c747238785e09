import { readFileSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/ground/base/process";
import type { CssRules, RegistryItem } from "@/lib/shared/components/registry";
import { AppError } from "@/lib/shared/errors";

const mixed = (percent: number) => `color-mix(in oklab, var(--foreground) ${percent}%, transparent)`;

/** Easel's colours in those of a shadcn/ui app. Other colours of Easel keep their own values. */
const COLOURS: Record<string, string> = {
  rail: "var(--muted)",
  paper: "var(--background)",
  table: "var(--muted)",
  "table-lit": "var(--background)",
  sheet: "var(--card)",
  float: "var(--popover)",
  ink: "var(--foreground)",
  "ink-2": mixed(80),
  "ink-3": "var(--muted-foreground)",
  "on-ink": "var(--background)",
  fill: mixed(5),
  "fill-hover": mixed(4),
  "fill-press": mixed(9),
  line: "var(--border)",
  "line-strong": "var(--input)",
  "line-control": mixed(50),
  danger: "var(--destructive)",
  veil: "color-mix(in oklab, var(--background) 80%, transparent)",
  // Another name, because `accent` is the colour of hovered items there.
  "easel-accent": "var(--primary)",
  "accent-hover": "color-mix(in oklab, var(--primary) 90%, transparent)",
  "accent-line": "color-mix(in oklab, var(--primary) 36%, transparent)",
  "on-accent": "var(--primary-foreground)",
};
const OWN_COLOUR =
  /^(?:success|warning|danger|accent)-(?:wash|mark)$|^(?:success|warning)$|^mark-\w+$|^chart-6$/;

const SHADE = "0 0 0 1px color-mix(in oklab, var(--foreground) 8%, transparent)";

/** Easel's sizes as Tailwind's variables, by the part of a class name that uses them. */
const SIZES: Record<string, Record<string, string>> = {
  "text-meta": { "text-meta": "12px", "text-meta--line-height": "16px" },
  "text-ui": { "text-ui": "14px", "text-ui--line-height": "20px" },
  "text-field": { "text-field": "14px", "text-field--line-height": "20px" },
  "text-prose": { "text-prose": "16px", "text-prose--line-height": "24px" },
  "text-title": { "text-title": "20px", "text-title--line-height": "28px" },
  "font-strong": { "font-weight-strong": "600" },
  control: { "spacing-control": "36px" },
  "control-small": { "spacing-control-small": "28px" },
  bar: { "spacing-bar": "48px" },
  "rounded-sheet": { "radius-sheet": "var(--radius)" },
  "rounded-in": { "radius-in": "calc(var(--radius) - 4px)" },
  "rounded-l-in": { "radius-in": "calc(var(--radius) - 4px)" },
  "rounded-r-in": { "radius-in": "calc(var(--radius) - 4px)" },
  "shadow-sheet": { "shadow-sheet": `${SHADE}, 0 12px 28px -12px oklch(0 0 0 / 0.15)` },
  "shadow-float": { "shadow-float": `${SHADE}, 0 16px 40px -8px oklch(0 0 0 / 0.2)` },
  "max-w-form": { "container-form": "400px" },
  "max-w-sheet": { "container-sheet": "880px" },
  "max-w-prose": { "container-prose": "640px" },
  "animate-appear": { "animate-appear": "appear 140ms ease-out" },
  "animate-arrive": { "animate-arrive": "arrive 190ms ease-out" },
  "animate-fade": { "animate-fade": "fade 140ms ease-out" },
  "animate-late": { "animate-late": "fade 1ms 150ms both" },
  "animate-turn": { "animate-turn": "turn 900ms linear infinite" },
};

const KEYFRAMES: Record<string, CssRules> = {
  appear: { from: { opacity: "0", transform: "scale(0.98)" } },
  arrive: { from: { opacity: "0", transform: "translateY(8px)" } },
  fade: { from: { opacity: "0" } },
  turn: { to: { transform: "rotate(1turn)" } },
};

/** Returns the variables of Easel's theme that these sources use, for the stylesheet of a shadcn/ui app. */
export function themeOf(sources: readonly string[]): Pick<RegistryItem, "cssVars" | "css"> {
  const text = sources.join("\n");
  const uses = (name: string) => new RegExp(`-${name}(?![\\w-])`).test(text);
  const [theme, light, dark]: Record<string, string>[] = [{}, {}, {}];
  for (const [name, [ofLight, ofDark]] of colours()) {
    if (!uses(name) || !theme || !light || !dark) continue;
    theme[`color-${name}`] = `var(--${name})`;
    light[name] = ofLight;
    dark[name] = ofDark;
  }
  for (const [name, variables] of Object.entries(SIZES))
    if (new RegExp(`\\b${name}(?![\\w-])`).test(text)) Object.assign(theme ?? {}, variables);
  const animations = Object.keys(theme ?? {}).flatMap((name) => /^animate-(\w+)$/.exec(name)?.[1] ?? []);
  const moving = new Set(animations.map((name) => (name === "late" ? "fade" : name)));
  const css = Object.fromEntries(
    Object.entries(KEYFRAMES)
      .filter(([name]) => moving.has(name))
      .map(([name, frames]) => [`@keyframes ${name}`, frames]),
  );
  const groups = Object.entries({ theme, light, dark }).filter(
    ([, group]) => Object.keys(group ?? {}).length > 0,
  );
  return {
    ...(groups.length > 0 && { cssVars: Object.fromEntries(groups) }),
    ...(moving.size > 0 && { css }),
  };
}

type Themed = readonly [light: string, dark: string];

/** Colours by name, for both themes. */
const colours = (): Map<string, Themed> =>
  singleton("registry-colours", () => {
    const path = join(process.env.EASEL_ROOT ?? process.cwd(), "app/tokens.css");
    const tokens = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    const own = [
      ...tokens.matchAll(/--([\w-]+):\s*light-dark\(\s*(oklch\([^)]*\)),\s*(oklch\([^)]*\))\s*\)/g),
    ]
      .filter(([, name = ""]) => OWN_COLOUR.test(name))
      .map(([, name = "", light = "", dark = ""]) => [name, [light, dark]] as const);
    const mapped = Object.entries(COLOURS).map(([name, value]) => [name, [value, value]] as const);
    return new Map<string, Themed>([...mapped, ...own]);
  });

/** Names of shadcn/ui's theme, which Easel has. */
const SHADCN =
  /^(?:color-)?(?:background|foreground|(?:card|popover|primary|secondary|muted|accent|destructive)(?:-foreground)?|border|input|ring|chart-[1-6]|sidebar(?:-\w+)*|radius(?:-\w+)?|font-(?:sans|mono))$/;
const FORBIDDEN = /^@(?:import|plugin|config|source|tailwind|reference)\b/;

/** Returns the stylesheet of other items: variables and rules that Easel's theme lacks. */
export function styleOf(items: readonly RegistryItem[]): string {
  const isOurs = (name: string) =>
    SHADCN.test(name) ||
    colours().has(name.replace(/^color-/, "")) ||
    Object.values(SIZES).some((each) => name in each);
  const group = (key: "theme" | "light" | "dark") =>
    items.flatMap(({ cssVars }) =>
      Object.entries(cssVars?.[key] ?? {}).flatMap(([name, value]) => {
        const own = name.replace(/^--/, "");
        return isOurs(own) ? [] : [`--${own}: ${value};`];
      }),
    );
  const [theme, light, dark] = [group("theme"), group("light"), group("dark")];
  // Each variable can also be used as a colour, as `shadcn add` declares it.
  const asColours = light.map((line) => line.replace(/^--([\w-]+): .*$/, "--color-$1: var(--$1);"));
  const rules = items.flatMap(({ css = {} }) =>
    Object.entries(css).filter(([name]) => !KEYFRAMES[name.replace("@keyframes ", "")]),
  );
  for (const [name] of rules)
    if (FORBIDDEN.test(name)) throw new AppError("invalid", `Easel lacks what this item uses: ${name}.`);
  return [
    block("@theme inline", [...asColours, ...theme]),
    block(":root", light),
    block(':root[data-theme="dark"]', dark),
    dark.length > 0
      ? `@media (prefers-color-scheme: dark) {\n${block(":root:not([data-theme])", dark)}\n}`
      : "",
    ...rules.map(([name, value]) => ruleText(name, value)),
  ]
    .filter(Boolean)
    .join("\n");
}

const block = (selector: string, lines: readonly string[]): string =>
  lines.length > 0 ? `${selector} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}` : "";

function ruleText(name: string, value: string | CssRules): string {
  if (typeof value === "string") return `${name}: ${value};`;
  const inner = Object.entries(value).map(([each, rule]) => ruleText(each, rule));
  return inner.length > 0 ? `${name} {\n${inner.join("\n")}\n}` : `${name};`;
}
