// Compiles the ICU messages of a file in lib/shared/i18n, so that browsers need no ICU parser.
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import compile from "icu-minify/compile";

const compileAll = (messages) =>
  JSON.stringify(Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compile(text)])));

/** @this {import("webpack").LoaderContext<unknown>} */
export default async function load() {
  const { mtimeMs } = statSync(this.resourcePath);
  // Node.js caches modules by URL, and the development server compiles a file again after each change.
  const file = await import(`${pathToFileURL(this.resourcePath)}?${mtimeMs}`);
  if (basename(dirname(this.resourcePath)) !== "en") return `export default ${compileAll(file.default)};`;
  const { area, messages } = file.t;
  return `import { english } from "../translate";
export const t = english(${JSON.stringify(area)}, ${compileAll(messages)});`;
}
