import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRIMITIVES } from "@/components/draw/runtime/modules";
import { singleton } from "@/lib/ground/base/process";
import { type RegistryFile, TAKEN } from "@/lib/shared/components/registry";

/**
 * Primitives whose names and props are those of shadcn/ui in all of its styles, so that an app uses its own.
 * The others differ in some style, for example those with `asChild`, which the Base UI styles lack.
 */
const SAME = new Set([
  ...["alert", "badge", "button", "card", "empty", "input", "kbd"],
  ...["label", "skeleton", "spinner", "table", "textarea"],
]);

/** Uses that only Easel's primitives accept. */
const OWN_USE =
  /\b(?:asChild|AlertAction|ButtonProps|fieldBox|PanelSkeleton)\b|["'](?:accent|accent-outline|success|warning)["']|<Card\b[^>]*\bsize=/;

const SPECIFIER = /^@\/components\/ui\/([\w-]+)$/;
const RELATIVE = /from "\.\/([\w-]+)"/g;
const MESSAGES = 'import { t } from "@/lib/shared/i18n/en/ui";';

const root = () => process.env.EASEL_ROOT ?? process.cwd();

/** Returns the name of the primitive that a specifier imports. */
export const primitiveOf = (specifier: string): string | undefined => {
  const [, name = ""] = SPECIFIER.exec(specifier) ?? [];
  return (PRIMITIVES as readonly string[]).includes(name) ? name : undefined;
};

/** Returns whether an app can use its own primitive instead of Easel's for these sources. */
export const isSameInShadcn = (name: string, sources: readonly string[]): boolean =>
  SAME.has(name) && !sources.some((source) => OWN_USE.test(source));

/** Returns Easel's own primitives and all files of Easel that they import. */
export function primitiveFiles(names: Iterable<string>): RegistryFile[] {
  const found = new Map<string, string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const { path, text } = sourceOf(name);
    found.set(name, path);
    for (const [, other = ""] of text.matchAll(RELATIVE)) open.push(other);
    if (text.includes(MESSAGES)) open.push("messages");
  }
  return [...found].sort().map(([name, path]) => ({
    path: `${TAKEN.ui}/${path}`,
    type: "registry:ui",
    content: asTaken(sourceOf(name).text),
  }));
}

type Source = { path: string; text: string };

function sourceOf(name: string): Source {
  const sources = singleton("registry-primitives", () => new Map<string, Source>());
  const known = sources.get(name);
  if (known) return known;
  const made = name === "messages" ? messages() : read(name);
  sources.set(name, made);
  return made;
}

function read(name: string): Source {
  for (const path of [`${name}.tsx`, `${name}.ts`]) {
    try {
      return { path, text: readFileSync(join(root(), "components/ui", path), "utf8") };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error(`There is no primitive ${name}.`);
}

/** The names of variants and tokens that mean something else in a shadcn/ui app. */
const asTaken = (text: string): string =>
  text
    .replace(MESSAGES, 'import { t } from "./messages";')
    .replaceAll("(--accent)", "(--easel-accent)")
    .replaceAll("var(--accent)", "var(--easel-accent)")
    .replaceAll(/\bphone:/g, "pointer-coarse:")
    .replaceAll(/\n[ \t]*\/\/ biome-ignore [^\n]*/g, "");

/** Returns the English messages of the primitives with a small formatter. */
export function messages(): Source {
  const text = readFileSync(join(root(), "lib/shared/i18n/en/ui.ts"), "utf8");
  const [, all = "{}"] = /english\("ui", (\{[\s\S]*?\n\})\)/.exec(text) ?? [];
  return {
    path: "messages.ts",
    text: `const messages = ${all};

/** Returns a message with the values of its arguments. */
export const t = (key: keyof typeof messages, values: Record<string, string | number> = {}): string =>
  messages[key].replace(/\\{(\\w+)[^}]*\\}/g, (_, name: string) => String(values[name] ?? ""));
`,
  };
}
