// Compiles the ICU messages of a file in lib/shared/i18n, so that browsers need no ICU parser.
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import compile from "icu-minify/compile";

const compileAll = (messages) =>
  JSON.stringify(Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(text)])));

/** Returns the module of a file with messages, with its messages compiled. */
export async function compileFile(path) {
  const { mtimeMs } = statSync(path);
  // Node.js caches modules by URL, and the development server compiles a file again after each change. In tests
  // Vite imports the file, and reads the language from the end of the URL.
  const file = await import(/* turbopackIgnore: true */ `${pathToFileURL(path)}?${mtimeMs}.ts`);
  if (basename(dirname(path)) !== "en") return `export default ${compileAll(file.default)};`;
  const { area, messages } = file.t;
  // Pure, so that bundles leave out messages that they do not use.
  return `import { english } from "../translate";
export const t = /* @__PURE__ */ english(${JSON.stringify(area)}, ${compileAll(messages)});`;
}

/** @this {import("webpack").LoaderContext<unknown>} */
export default function load() {
  return compileFile(this.resourcePath);
}
