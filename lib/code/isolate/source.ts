import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { TransformFailure } from "esbuild";
import { transform } from "@/lib/code/compile/esbuild";
import { SourceError } from "@/lib/code/compile/source-error";

export type CodePlace = { line: number; column: number };

export type SandboxSource = { js: string; placeOf(place: CodePlace): CodePlace };

export const asWritten = (code: string): SandboxSource => ({ js: code, placeOf: (place) => place });

const HEAD = "async function code() {\n";

/**
 * Removes the types of code that the engine rejected, in case it is TypeScript. Throws a SourceError if it is
 * not.
 */
export async function withoutTypes(code: string): Promise<SandboxSource> {
  try {
    const { code: js, map } = await transform(`${HEAD}${code}\n}`, {
      loader: "ts",
      target: "esnext",
      charset: "utf8",
      sourcemap: "external",
      sourcefile: "code.ts",
      logLevel: "silent",
    });
    const trace = new TraceMap(map);
    return {
      js: js.slice(js.indexOf("\n") + 1, js.lastIndexOf("}")),
      placeOf({ line, column }) {
        const found = originalPositionFor(trace, { line: line + 1, column: column - 1 });
        return { line: Math.max(1, (found.line ?? line + 1) - 1), column: (found.column ?? 0) + 1 };
      },
    };
  } catch (error) {
    throw toSourceError(error);
  }
}

function toSourceError(error: unknown): unknown {
  const [first] = (error as Partial<TransformFailure>).errors ?? [];
  if (!first) return error;
  const { location, text } = first;
  if (!location) return new SourceError(text);
  // esbuild counts columns in bytes.
  const column = Buffer.from(location.lineText).subarray(0, location.column).toString().length + 1;
  return new SourceError(text, Math.max(1, location.line - 1), column);
}
