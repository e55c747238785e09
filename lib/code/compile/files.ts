import { posix } from "node:path";
import { SourceError } from "./source-error";

/** A file of a component. `line` is the index (from 0) of its first line in the whole source. */
export type SourceFile = { path: string; text: string; line: number };

/** Matches the line that begins a file, in the format of the TypeScript compiler's tests. */
const FILE_HEADER = /^[ \t]*\/\/[ \t]*@filename:[ \t]*(\S+)[ \t]*$/i;
const SCRIPT = /\.(?:[jt]sx?|mjs)$/;
const ROOT = /["']react-dom\/client["']/;
const UNNAMED = "component.tsx";
const USUAL = ["App", "component", "page", "index", "main"];
const MAX_FILES = 50;
const ENDINGS = ["", ".tsx", ".ts", ".jsx", ".js", ".mjs", ".json", ".css"];

/** Splits a source into its files. Without a line `// @filename: rows.tsx` it has one. */
export function sourceFilesOf(source: string): SourceFile[] {
  const files: SourceFile[] = [{ path: UNNAMED, text: "", line: 0 }];
  let lines: string[] = [];
  const end = () => {
    const last = files.at(-1);
    if (last) last.text = lines.join("\n");
    lines = [];
  };
  for (const [index, line] of source.split(/\r\n|\r|\n/).entries()) {
    const [, name] = FILE_HEADER.exec(line) ?? [];
    if (name === undefined) {
      lines.push(line);
      continue;
    }
    end();
    files.push({ path: pathOf(name), text: "", line: index + 1 });
  }
  end();
  if (files.length > MAX_FILES) throw new SourceError(`A component has at most ${MAX_FILES} files.`);
  const duplicate = files.find(({ path }, index) => files.findIndex((other) => other.path === path) < index);
  if (duplicate) throw new SourceError(`The file ${duplicate.path} appears twice.`, duplicate.line);
  const [head, ...others] = files;
  return others.length > 0 && head?.text.trim() === "" ? others : files;
}

export const drawsRoot = (text: string): boolean => ROOT.test(text);

/** Returns whether the source needs the bundler: it has several files or creates its own root. */
export const isProject = (source: string): boolean =>
  drawsRoot(source) || /^[ \t]*\/\/[ \t]*@filename:/im.test(source);

/**
 * Returns the file to run first: the file without a name, else the file that creates a root, else a file with
 * a usual name such as App, else the first code file.
 */
export function entryFileOf(files: readonly SourceFile[]): SourceFile | undefined {
  const scripts = files.filter(({ path }) => SCRIPT.test(path));
  const named = (name: string) => scripts.find(({ path }) => posix.parse(path).name === name);
  return (
    scripts.find(({ path }) => path === UNNAMED) ??
    scripts.find(({ text }) => drawsRoot(text)) ??
    USUAL.map(named).find(Boolean) ??
    scripts[0]
  );
}

export function fileFor(
  specifier: string,
  importer: string,
  files: readonly SourceFile[],
): SourceFile | undefined {
  const isRelative = /^\.\.?(\/|$)/.test(specifier);
  const path = isRelative
    ? posix.join(posix.dirname(importer), specifier)
    : specifier.replace(/^[@~]?\//, "");
  const spellings = spellingsOf(pathOf(path));
  return spellings.map((each) => files.find(({ path }) => path === each)).find(Boolean);
}

/**
 * Finds the file for an import from the project's root when the component's files have more or fewer parent
 * folders than the project had. For example, `@/registry/blocks/login/components/form` finds
 * `components/form.tsx`, and `@/components/form` finds `apps/web/components/form.tsx`. Returns undefined if
 * two files match.
 */
export function movedFile(specifier: string, files: readonly SourceFile[]): SourceFile | undefined {
  const [, path] = /^[@~]?\/(.+)$/.exec(specifier) ?? [];
  if (path === undefined) return undefined;
  const wanted = pathOf(path);
  const ends = spellingsOf(wanted).map((each) => `/${each}`);
  const deeper = files.filter((file) => ends.some((end) => file.path.endsWith(end)));
  if (deeper.length > 0) return deeper.length === 1 ? deeper[0] : undefined;
  const folders = wanted.split("/");
  const shorter = folders.map((_, index) => folders.slice(index + 1).join("/")).filter(Boolean);
  return shorter.map((each) => fileFor(`/${each}`, "", files)).find(Boolean);
}

const spellingsOf = (path: string): string[] =>
  [path, path.replace(SCRIPT, ""), posix.join(path, "index")].flatMap((each) =>
    ENDINGS.map((ending) => each + ending),
  );

const pathOf = (name: string): string => posix.normalize(`/${name}`).replace(/^\/(?:src\/)?/, "");
