import { posix } from "node:path";
import { fileFor, movedFile, type SourceFile } from "@/lib/code/compile/files";
import { isModule } from "@/lib/code/compile/imports";
import { usualName } from "@/lib/code/compile/index";
import { problemOfPropsSchema } from "@/lib/code/components/props";
import type { ComponentContent } from "@/lib/shared/components/contract";
import { componentName, propsSchema } from "@/lib/shared/components/fields";
import { type RegistryFile, type RegistryItem, TAKEN } from "@/lib/shared/components/registry";
import { slugOf } from "@/lib/shared/components/slug";
import { AppError } from "@/lib/shared/errors";
import { primitiveOf } from "./primitives";
import { replaceSpecifiers, specifiersOf } from "./rewrite";
import { styleOf } from "./theme";

export type Adopted = ComponentContent & { name: string };

const SCRIPT = /\.(?:[jt]sx?|mjs)$/;
const READABLE = /\.(?:[jt]sx?|mjs|css|json)$/;
const KINDS = /^registry:(?:component|block|ui|hook|lib|item|page|file|example)$/;
const DIRECTIVE = /^\s*["']use (?:client|strict)["'];?[ \t]*\n/;
const LOADER =
  /^import \{ clientOnly \} from "@\/lib\/easel";\s*export default clientOnly\(\(\) => import\("([^"]+)"\)\);\s*$/;
const REEXPORT = /^export \{ default \} from "([^"]+)";\s*$/;
/** Text that Easel adds to the files of an item. */
const CLASSES = /\/\* Classes that the code builds: [^*]*\*\/\n$/;
const TRANSITION = /^import "d3-transition";\n/m;

/**
 * Turns a registry item into a component of Easel. `others` are the items that it depends on. Throws an error
 * that names what Easel lacks.
 */
export function adopt(item: RegistryItem, others: readonly RegistryItem[]): Adopted {
  if (!KINDS.test(item.type))
    throw new AppError(
      "invalid",
      `An item of type "${item.type}" is no component. Easel takes in components and blocks.`,
    );
  // A primitive that is taken in itself is kept under its own name.
  const isPrimitive = item.type === "registry:ui";
  const all = [item, ...others].flatMap((each) =>
    (each.files ?? []).filter((file) => (isPrimitive && each === item) || !isReplaced(file)),
  );
  const files = all.map(({ path, target, content }) => {
    if (content === undefined)
      throw new AppError("invalid", `The item has no content for its file "${path}".`);
    return {
      path: normal(target || path),
      text: content.replace(DIRECTIVE, "").replace(CLASSES, "").replace(TRANSITION, ""),
      line: 0,
    };
  });
  const entry = entryOf(item, files);
  if (!entry) throw new AppError("invalid", `The item "${item.name}" has no code.`);
  const inner = unwrapped(entry, files);
  const kept = inner === entry ? files : files.filter((file) => file !== entry);
  assertAvailable(kept);
  const styles = styleOf([item, ...others]);
  const parsed = propsSchema.safeParse(item.meta?.props_schema);
  return {
    name: nameOf(item),
    description: (item.description || item.title || `The registry item ${item.name}`).slice(0, 2_000),
    code: joined(inner, kept, styles),
    props_schema: parsed.success && !problemOfPropsSchema(parsed.data) ? parsed.data : null,
  };
}

/** Files whose module Easel has itself. */
const isReplaced = ({ path, target }: RegistryFile): boolean => {
  const module = easelModule(`@/${normal(target || path).replace(SCRIPT, "")}`);
  return (
    path.startsWith(`${TAKEN.ui}/`) ||
    path.startsWith(`${TAKEN.easel}.`) ||
    (isModule(module) &&
      (primitiveOf(module) !== undefined || module.startsWith("@/hooks/") || module === "@/lib/utils"))
  );
};

const normal = (path: string) =>
  posix
    .normalize(`/${path.replace(/^(?:@[\w-]*|~)\//, "")}`)
    .slice(1)
    .replace(/^src\//, "");

/** Returns the module of Easel that a specifier of an item means. */
function easelModule(specifier: string): string {
  if (specifier === `@/${TAKEN.easel}`) return "easel";
  for (const [from, to] of [
    [`@/${TAKEN.ui}/`, "@/components/ui/"],
    [`@/${TAKEN.hooks}/`, "@/hooks/"],
  ] as const)
    if (specifier.startsWith(from)) return to + specifier.slice(from.length);
  return usualName(specifier);
}

/** Returns the file that renders the item: by its name, else a page, else the first component. */
function entryOf(item: RegistryItem, files: readonly SourceFile[]): SourceFile | undefined {
  const own = (item.files ?? []).flatMap(({ path, target, type }) => {
    const file = files.find((each) => each.path === normal(target || path));
    return file && SCRIPT.test(file.path) ? [{ file, type }] : [];
  });
  const named = own.find(({ file }) => posix.parse(file.path).name === item.name);
  const ofType = (type: string) => own.find((each) => each.type === `registry:${type}`);
  return (named ?? ofType("page") ?? ofType("component") ?? ofType("block") ?? ofType("ui") ?? own[0])?.file;
}

/** Returns the file behind a loader or re-export that Easel wrote. */
function unwrapped(entry: SourceFile, files: readonly SourceFile[]): SourceFile {
  const [, path] = LOADER.exec(entry.text.trim()) ?? REEXPORT.exec(entry.text.trim()) ?? [];
  return (
    (path && entry.path.startsWith(TAKEN.components) ? fileFor(path, entry.path, files) : undefined) ?? entry
  );
}

function assertAvailable(files: readonly SourceFile[]): void {
  const missing = new Set<string>();
  for (const { path, text } of files) {
    if (!READABLE.test(path)) missing.add(path);
    for (const specifier of SCRIPT.test(path) ? specifiersOf(text, path) : []) {
      if (fileFor(specifier, path, files) ?? movedFile(specifier, files)) continue;
      const module = easelModule(specifier);
      if (!isModule(module) && module !== "@tabler/icons-react" && !/\.css$/.test(module))
        missing.add(specifier);
    }
  }
  if (missing.size === 0) return;
  throw new AppError("invalid", `Easel lacks what this item uses: ${[...missing].sort().join(", ")}.`, {
    details: { missing: [...missing].sort() },
  });
}

/** Joins the files into one source, the entry first and without a name, so that it is rendered. */
function joined(entry: SourceFile, files: readonly SourceFile[], styles: string): string {
  const isAlone = files.length === 1 && !styles;
  const folder = `${posix.dirname(entry.path)}/`;
  const short = (path: string) =>
    files.every((file) => file.path.startsWith(folder)) ? path.slice(folder.length) : path;
  const written = files.map((file) => {
    if (!SCRIPT.test(file.path)) return { ...file, path: short(file.path) };
    const text = replaceSpecifiers(file.text, file.path, (specifier) => {
      const found = fileFor(specifier, file.path, files) ?? movedFile(specifier, files);
      if (!found) return easelModule(specifier);
      const from = file === entry ? "" : posix.dirname(short(file.path));
      const path = posix.relative(from, short(found.path)).replace(/\.(?:[jt]sx?|mjs)$/, "");
      return path.startsWith(".") ? path : `./${path}`;
    });
    return { ...file, path: short(file.path), text };
  });
  const at = files.indexOf(entry);
  const own = written[at]?.text.trim() ?? "";
  if (isAlone) return `${own}\n`;
  const others = written.filter((_, index) => index !== at);
  const sheets = styles ? [{ path: "item.css", text: styles }] : [];
  const parts = [...others, ...sheets].map(({ path, text }) => `// @filename: ${path}\n${text.trim()}\n`);
  return [`${own}\n`, ...parts].join("\n");
}

function nameOf({ name, title }: RegistryItem): string {
  const wanted = [title, name, slugOf(name)].find((each) => componentName.safeParse(each).success);
  return wanted ?? "component";
}
