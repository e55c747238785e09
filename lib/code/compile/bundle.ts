import { posix } from "node:path";
import type { BuildOptions, Loader, Plugin } from "esbuild";
import { build } from "./esbuild";
import { drawsRoot, entryFileOf, fileFor, movedFile, type SourceFile, sourceFilesOf } from "./files";
import { explainUnknown, isModule } from "./imports";
import { HTML, type HtmlPage, htmlPageOf } from "./page";
import { ROOT_MODULE, ROOT_SPECIFIER } from "./root-module";
import { SourceError } from "./source-error";

const LOADERS: readonly (readonly [ending: string, loader: Loader])[] = [
  [".module.css", "local-css"],
  [".css", "css"],
  [".json", "json"],
  [".svg", "dataurl"],
  [".md", "text"],
  [".txt", "text"],
  ["", "tsx"],
];
const JSX = /\breact\/jsx-runtime\b/;
const PAGE = "index.html.js";

/**
 * Bundles the files of a component into one module and one stylesheet. Positions in the map refer to the
 * whole source, in which the files follow each other.
 */
export async function bundleFiles(source: string, options: BuildOptions) {
  const written = sourceFilesOf(source);
  const { page, inline } = htmlPageOf(written);
  const files = [...written, ...inline];
  const entry = entryFileOf(files);
  if (!entry) throw new SourceError("A component needs a code file, such as App.tsx.");
  const code = files.filter(({ path }) => !HTML.test(path)).map(({ text }) => text);
  // A stylesheet that no file imports applies to the whole component, as a linked stylesheet does on a page.
  const more = written
    .filter(
      ({ path }) => path.endsWith(".css") && !code.some((text) => text.includes(`/${posix.basename(path)}`)),
    )
    .map(({ path }) => `import ${JSON.stringify(`/${path}`)};`);
  const made = await write(entry, more);
  // Render the HTML page if its scripts export no component, or if it has content besides an app's root
  // element.
  const isPage = made.hasRoot ? page?.isEmpty === false : made.exports.length === 0 && !JSX.test(made.code);
  if (page && isPage) {
    if (page.missing) throw new SourceError(explainUnknown(page.missing.src), page.missing.line);
    const scripts = page.scripts.length > 0 ? page.scripts : [entry.path];
    // esbuild treats a file without imports and exports as CommonJS.
    const asModules = files.map((file) => {
      if (!scripts.includes(file.path)) return file;
      const listeners = file.path === scripts.at(-1) ? page.listeners : "";
      return { ...file, text: `${file.text}\nexport {};${listeners}` };
    });
    return write(drawing(page, scripts), more, asModules);
  }
  // If the source creates its own root and exports no default, export the contents of its roots as the
  // component.
  const isExporting = made.exports.includes("default") || !made.hasRoot;
  return isExporting ? made : write(entry, [...more, `export { Root as default } from "${ROOT_SPECIFIER}";`]);

  async function write(entry: SourceFile, added: readonly string[], all: readonly SourceFile[] = files) {
    const others = all.filter(({ path }) => path !== entry.path);
    const whole = [...others, { ...entry, text: `${entry.text}\n${added.join("")}` }];
    const { outputFiles = [], metafile } = await build({
      ...options,
      entryPoints: [`/${entry.path}`],
      bundle: true,
      write: false,
      outdir: "/",
      treeShaking: false,
      metafile: true,
      plugins: [inMemory(whole)],
    });
    const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
    const { inputs = {}, outputs = {} } = metafile ?? {};
    return {
      code: textOf(".js"),
      map: textOf(".js.map"),
      css: textOf(".css"),
      exports: Object.values(outputs).flatMap(({ exports = [] }) => exports),
      hasRoot: Object.keys(inputs).includes(`root:${ROOT_SPECIFIER}`),
    };
  }
}

function drawing({ html }: HtmlPage, scripts: readonly string[]): SourceFile {
  const loads = scripts.map((path) => `await import(${JSON.stringify(`/${path}`)});`);
  const text = `import { asPage } from "${ROOT_SPECIFIER}";
export default asPage(${JSON.stringify(html)}, async () => { ${loads.join(" ")} });`;
  return { path: PAGE, text, line: 0 };
}

const inMemory = (files: readonly SourceFile[]): Plugin => ({
  name: "component",
  setup({ onResolve, onLoad }) {
    const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? "";
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      const found = fileFor(path, importer, files) ?? (isModule(path) ? undefined : movedFile(path, files));
      if (found) return { path: found.path, namespace: "component" };
      if (path === ROOT_SPECIFIER) return { path, namespace: "root" };
      // Replace these imports by nothing: other stylesheets would need the network, Tailwind is included
      // anyway, and a page's own stylesheet may be missing.
      const isPage = path.endsWith(".css") && drawsRoot(textOf(importer));
      if (kind === "import-rule" || isPage) return { path, namespace: "nothing" };
      return { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: "root" }, () => ({ contents: ROOT_MODULE, loader: "js" }));
    onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "", loader: "css" }));
    onLoad({ filter: /.*/, namespace: "component" }, ({ path }) => {
      const line = files.find((file) => file.path === path)?.line ?? 0;
      const [, loader] = LOADERS.find(([ending]) => path.endsWith(ending)) ?? [];
      return { contents: "\n".repeat(line) + textOf(path), loader };
    });
  },
});
