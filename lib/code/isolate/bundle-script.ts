import { join } from "node:path";
import { moduleSources } from "../../ground/processes/program.ts";
import { build } from "../compile/esbuild.ts";

/** Libraries that the isolate evaluates at their first use, each one separately. */
const LIBRARIES: Record<string, string> = {
  text: `export { TextEncoder, TextDecoder } from "@exodus/bytes/encoding-lite.js";`,
  url: `export { URL, URLSearchParams } from "whatwg-url";`,
  clone: `export { default as structuredClone } from "@ungap/structured-clone";`,
  base64: `export { atob, btoa } from "./base64";`,
  abort: `export { AbortController, AbortSignal, DOMException, Event, EventTarget } from "./abort";`,
};

/**
 * Bundles the script that an isolate runs first in each context. It evaluates to `open` of `isolate/main.ts`.
 */
export async function bundleScript(): Promise<string> {
  const libraries = Object.entries(LIBRARIES).map(
    async ([name, source]) => `${JSON.stringify(name)}: ${await asFunction(source)}`,
  );
  const [main, ...entries] = await Promise.all([asFunction(`export * from "./main";`), ...libraries]);
  // The sandbox removes SharedArrayBuffer. Keep a reference for a library that checks whether it exists but
  // never creates one.
  return `(() => { "use strict"; const { SharedArrayBuffer } = globalThis; const libraries = { __proto__: null, ${entries.join(",\n")} };\nreturn (${main})().open; })()`;
}

async function asFunction(source: string): Promise<string> {
  const sources = join(moduleSources("code/isolate"), "isolate");
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: sources, loader: "ts" },
    absWorkingDir: sources,
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    globalName: "module",
    target: "esnext",
    // The libraries must include what the engine lacks, because it is neither a browser nor Node.
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["react-native"],
    // Leaves out the legacy encodings of East Asia, whose tables take 150 KB.
    alias: { "@exodus/bytes/encoding.js": "@exodus/bytes/encoding-lite.js" },
    logLevel: "silent",
  });
  return `() => { ${outputFiles[0]?.text ?? ""}; return module; }`;
}
