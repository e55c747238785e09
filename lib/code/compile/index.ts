import { init, parse } from "es-module-lexer";
import { BROWSER_NAMES } from "../../../components/draw/runtime/modules.ts";
import { demandDefault } from "./default-export";
import { transform as esbuild } from "./esbuild";
import { defineIcons } from "./icons";
import { importsAny, resolveImports } from "./imports";
import { freeNameCandidates, isCommonJs, type NameOrigin, originOf } from "./names";
import { describeError, SourceError } from "./source-error";
import { styles } from "./styles";
import { markedName, type Transformed, transform } from "./transform";

export { describeRuntime } from "./describe";
export { dynamicClasses } from "./dynamic-classes";
export { drawsRoot, entryFileOf, type SourceFile, sourceFilesOf } from "./files";
export { mayReadState, usualName } from "./imports";
export { runtimeVersion } from "./runtime";
export { usesOf } from "./uses";

export type CompiledBundle = { js: string; css: string; map: string };

/** `line` and `column` count from 1 in the original source. `frame` shows the lines around it. */
export type CompileFailure = { message: string; line: number; column: number; frame: string };

export type Compiled = { ok: true; bundle: CompiledBundle } | { ok: false; error: CompileFailure };

const MAX_SOURCE_CHARS = 200_000;

export async function compile(source: string): Promise<Compiled> {
  try {
    if (source.length > MAX_SOURCE_CHARS) {
      const size = `${Math.ceil(source.length / 1_000)} KB`;
      throw new SourceError(
        `The code is too long, ${size} of at most 200 KB: pass data in as props or state.`,
      );
    }
    const module = await transformResolved(source);
    const { js: resolved, used } = await resolveImports(module);
    const js = modernColours(resolved);
    const origins = originsOf(module, source);
    for (const { module } of origins) used.add(module);
    const css = await styles(js, used, module.css);
    return { ok: true, bundle: { js: define(origins) + js, css, map: module.map } };
  } catch (error) {
    if (error instanceof SourceError) return { ok: false, error: describeError(source, error) };
    throw error;
  }
}

export type BareName = NameOrigin & { as: string };

const originsOf = ({ free }: Transformed, source: string): BareName[] =>
  [...free].flatMap((name) => {
    const origin = originOf(name, source);
    return origin ? [{ as: name, ...origin }] : [];
  });

/** Returns the names of the runtime that a source uses without an import. Throws if a name is defined nowhere. */
export const bareNamesOf = async (source: string): Promise<BareName[]> =>
  originsOf(await transformResolved(source), source);

/** Returns all files of a source as one module that imports every name it uses, and its own stylesheets. */
export async function asOneModule(source: string): Promise<{ js: string; css: string }> {
  const module = await transformResolved(source);
  await init();
  const added = demandDefault(module, parse(module.js)[1]);
  return { js: importsFor(originsOf(module, source)).join("\n") + module.js + added, css: module.css };
}

/** Returns TSX as JSX without types. */
export async function withoutTypes(source: string): Promise<string> {
  const { code } = await esbuild(source, {
    loader: "tsx",
    jsx: "preserve",
    charset: "utf8",
    target: "esnext",
  });
  return code;
}

/** Returns the statement that exports the source's component as default, or "" if the source has one. */
export async function defaultExportOf(source: string): Promise<string> {
  const { js } = await transform(source, []);
  await init();
  return demandDefault({ js, placeOf: () => ({ line: 1, column: 1 }) }, parse(js)[1]);
}

/**
 * Returns whether a component can answer its own render call: it uses or imports the runtime's `callTool`, or
 * imports dynamically. Throws if the source does not compile.
 */
export async function canAnswer(source: string): Promise<boolean> {
  const { js, free } = await transform(source, ["callTool", "importModule"]);
  return free.size > 0 || (await importsAny(js, "easel", ["callTool", "importModule"]));
}

/** Transforms the source so that the remaining free names are all in the runtime. */
async function transformResolved(source: string): Promise<Transformed> {
  const candidates = freeNameCandidates(source);
  const module = await transform(source, candidates);
  if (module.isCommonJs) throw commonJs("module", source);
  const others = [...module.free].filter((name) => !isRuntimeName(name, module, source));
  if (others.length === 0) return module;
  return transform(source, new Set([...candidates].filter((name) => !others.includes(name))));
}

/** Returns false for names of the browser. Throws if a name is defined nowhere. */
function isRuntimeName(name: string, { js, placeOf }: Transformed, source: string): boolean {
  const found = uses(js, name);
  const fail = (message: string) => {
    const { line, column } = placeOf(js.indexOf(markedName(name)));
    throw new SourceError(message, line, column);
  };
  if (isCommonJs(name)) throw commonJs(name, source);
  if (originOf(name, source)) return !BROWSER_NAMES.has(name) || found.every(({ isTag }) => isTag);
  if (found.some(({ isTag, isHook }) => isTag || isHook) && !(name in globalThis)) {
    fail(`${name} is not defined: define it in this file, or import it from a module of the frame.`);
  }
  return false;
}

function commonJs(name: string, source: string): SourceError {
  const at = Math.max(0, source.search(/\b(require\s*\(|module\.exports\b|exports\.\w)/));
  const lines = source.slice(0, at).split("\n");
  const message = `Common JS (\`${name}\`) does not work here: write \`import … from\` and \`export default\`.`;
  return new SourceError(message, lines.length, (lines.at(-1)?.length ?? 0) + 1);
}

function uses(js: string, name: string): { isTag: boolean; isHook: boolean }[] {
  const pattern = new RegExp(
    `(jsxs?\\(|createElement\\()?\\b${markedName(name).replaceAll("$", "\\$")}(?![\\w$])(\\()?`,
    "g",
  );
  return [...js.matchAll(pattern)].map(([, tag, call]) => ({
    isTag: tag !== undefined,
    isHook: call !== undefined,
  }));
}

/**
 * Returns imports of the free names as one line. It is put before the code on its first line, so that line
 * numbers stay the same.
 */
function define(origins: BareName[]): string {
  const icons = origins.filter(({ module }) => module === "lucide-react");
  const named = icons.map(({ as, name }) => [name, markedName(as)] as const);
  const drawn = defineIcons(named, markedName("icon"));
  const others = drawn ? origins.filter((each) => !icons.includes(each)) : origins;
  return [...importsFor(others), drawn].filter(Boolean).join(" ");
}

const importsFor = (origins: BareName[]): string[] =>
  origins.map(({ as, module, name }) => {
    const local = markedName(as);
    const clause = name === "*" ? `* as ${local}` : name === "default" ? local : `{ ${name} as ${local} }`;
    return `import ${clause} from ${JSON.stringify(module)};`;
  });

const NAMES =
  "background|foreground|(?:card|popover|primary|secondary|muted|accent|destructive)(?:-foreground)?|border|input|ring|chart-[1-6]";
const WRAPPED = new RegExp(`\\bhsla?\\((var\\(--(?:${NAMES})\\))(?:\\s*\\/\\s*([\\d.]+%?))?\\)`, "g");

/**
 * Rewrites theme colours from shadcn/ui's old form, `hsl(var(--primary))`. The variables now contain complete
 * colours.
 */
const modernColours = (js: string): string =>
  js.replace(WRAPPED, (_, colour: string, alpha?: string) => {
    if (alpha === undefined) return colour;
    const percent = alpha.endsWith("%") ? alpha : `${Math.round(Number(alpha) * 100)}%`;
    return `color-mix(in oklab,${colour} ${percent},transparent)`;
  });
