import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { transform as esbuild, type Message } from "esbuild";
import { bundleFiles } from "./bundle";
import { isProject } from "./files";
import { SourceError } from "./source-error";

/** Stands before a name that nothing in the module defines. */
const MARK = "easel$";

type Place = { line: number; column: number };

export type Transformed = {
  js: string;
  map: string;
  /** Its stylesheets. */
  css: string;
  /** Names that the module uses and does not define, of those that were asked about. */
  free: Set<string>;
  /** It exports by `module` or `exports`, which the compiler would wrap. */
  isCommonJs: boolean;
  /** Where an index of `js` lies in the source. */
  placeOf(index: number): Place;
};

/**
 * TSX to an ES module, several files to one. Whatever of `asked` is not defined in the module is marked in the output, and thereby found:
 * the compiler knows the scopes, and replaces only what is free.
 */
export async function transform(source: string, asked: Iterable<string>): Promise<Transformed> {
  const { code, map, css = "" } = await run(source, asked);
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
  asked: Iterable<string>,
): Promise<{ code: string; map: string; css?: string }> {
  const options = {
    jsx: "automatic",
    format: "esm",
    target: "esnext",
    charset: "utf8",
    sourcemap: "external",
    define: {
      "process.env.NODE_ENV": '"production"',
      ...Object.fromEntries([...asked].map((name) => [name, markedName(name)])),
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
  // The compiler counts bytes.
  const column = Buffer.from(location.lineText).subarray(0, location.column).toString().length + 1;
  return new SourceError(message, location.line, column);
}
