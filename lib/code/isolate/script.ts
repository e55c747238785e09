import { join } from "node:path";
import { build } from "esbuild";
import { sourcesOfRoom } from "@/lib/ground/processes/program";

/** What the isolate evaluates at the first use only, each by itself. */
const LIBRARIES: Record<string, string> = {
  text: `export { TextEncoder, TextDecoder } from "@exodus/bytes/encoding-lite.js";`,
  url: `export { URL, URLSearchParams } from "whatwg-url";`,
  clone: `export { default as structuredClone } from "@ungap/structured-clone";`,
  base64: `export { atob, btoa } from "./base64";`,
  abort: `export { AbortController, AbortSignal, DOMException, Event, EventTarget } from "./abort";`,
};

/**
 * The script that an isolate runs in each context before anything else, bundled from `isolate/`: it evaluates to the
 * function `open` of `isolate/main.ts`.
 */
export async function isolateScript(): Promise<string> {
  const libraries = Object.entries(LIBRARIES).map(
    async ([name, source]) => `${JSON.stringify(name)}: ${await asFunction(source)}`,
  );
  const [main, ...given] = await Promise.all([asFunction(`export * from "./main";`), ...libraries]);
  // A library looks at what the sandbox takes away, without ever making one.
  return `(() => { "use strict"; const { SharedArrayBuffer } = globalThis; const libraries = { __proto__: null, ${given.join(",\n")} };\nreturn (${main})().open; })()`;
}

async function asFunction(source: string): Promise<string> {
  const sources = join(sourcesOfRoom("code/isolate"), "isolate");
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: sources, loader: "ts" },
    absWorkingDir: sources,
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    globalName: "module",
    target: "esnext",
    // No browser and no Node: the libraries bring what the bare engine lacks.
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["react-native"],
    // Legacy encodings of East Asia are 150 KB of tables.
    alias: { "@exodus/bytes/encoding.js": "@exodus/bytes/encoding-lite.js" },
    logLevel: "silent",
  });
  return `() => { ${outputFiles[0]?.text ?? ""}; return module; }`;
}
