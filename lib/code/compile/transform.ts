import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { Message } from "esbuild";
import { bundleFiles } from "./bundle";
import { transform as esbuild } from "./esbuild";
import { isProject } from "./files";
import { SourceError } from "./source-error";

/** Prefix that marks names that the module uses without defining them. */
const MARK = "easel$";

type Position = { line: number; column: number };

export type Transformed = {
  js: string;
  map: string;
  css: string;
  free: Set<string>;
  /** The module assigns to `module` or `exports`, so esbuild would wrap it as CommonJS. */
  isCommonJs: boolean;
  placeOf(index: number): Position;
};

/**
 * Compiles TSX to one ES module. Names of `candidates` that the module does not define are marked in the output.
 * esbuild knows the scopes and replaces only free names.
 */
export async function transform(source: string, candidates: Iterable<string>): Promise<Transformed> {
  const { code, map, css = "" } = await run(source, candidates);
  const free = new Set([...code.matchAll(/\beasel\$([\w$]+)/g)].map(([, name]) => name ?? ""));
  let trace: TraceMap | undefined;
  return {
    js: code,
    map,
    css,
    free,
    isCommonJs: /^var require_component = __commonJS\(/m.test(code),
    placeOf(index) {
      trace ??= new TraceMap(map);
      const before = code.slice(0, index).split("\n");
      const place = { line: before.length, column: before.at(-1)?.length ?? 0 };
      const { line, column } = originalPositionFor(trace, place);
      return { line: line ?? 1, column: (column ?? 0) + 1 };
    },
  };
}

export const markedName = (name: string) => `${MARK}${name}`;

async function run(
  source: string,
  candidates: Iterable<string>,
): Promise<{ code: string; map: string; css?: string }> {
  const options = {
    jsx: "automatic",
    format: "esm",
    target: "esnext",
    charset: "utf8",
    sourcemap: "external",
    define: {
      "process.env.NODE_ENV": '"production"',
      ...Object.fromEntries([...candidates].map((name) => [name, markedName(name)])),
    },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    logLevel: "silent",
  } as const;
  try {
    if (isProject(source)) return await bundleFiles(source, options);
    return await esbuild(source, { ...options, loader: "tsx", sourcefile: "component.tsx" });
  } catch (error) {
    throw toSourceError(error);
  }
}

function toSourceError(error: unknown): unknown {
  const [first] = (error as { errors?: Message[] }).errors ?? [];
  if (!first) return error;
  const { location, text, notes } = first;
  const notesText = notes.map((note) => note.text).filter(Boolean);
  const message = [text, ...notesText].map((each) => each.replaceAll(MARK, "")).join(" ");
  if (!location) return new SourceError(message);
  // esbuild counts columns in bytes.
  const column = Buffer.from(location.lineText).subarray(0, location.column).toString().length + 1;
  return new SourceError(message, location.line, column);
}
