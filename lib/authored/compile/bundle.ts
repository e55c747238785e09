import { posix } from "node:path";
import { type BuildOptions, build, type Loader, type Plugin } from "esbuild";
import { drawsRoot, entryOf, fileFor, filesOf, type SourceFile } from "./files";
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
const ROOT = "react-dom/client";

/** In place of React's: what is drawn into a root is what the component draws. */
const ROOT_MODULE = `import { useSyncExternalStore } from "react";
let shown = null;
const listeners = new Set();
const render = (node) => { shown = node; for (const listener of listeners) listener(); };
const hear = (listener) => { listeners.add(listener); return () => listeners.delete(listener); };
const root = { render, unmount: () => render(null) };
export const createRoot = () => root;
export const hydrateRoot = (_, node) => { render(node); return root; };
export const Root = () => useSyncExternalStore(hear, () => shown);
export default { createRoot, hydrateRoot };`;

/**
 * The files of a component as one module, and their stylesheets as one. Lines and columns in its map are those of the
 * whole source, in which the files follow each other.
 */
export async function bundle(source: string, options: BuildOptions) {
  const files = filesOf(source);
  const entry = entryOf(files);
  if (!entry) throw new SourceError("Of the files of a component one must be code, such as App.tsx.");
  // Stylesheets that no file names are those of the whole, as on a page.
  const more = files
    .filter(({ path }) => path.endsWith(".css") && !source.includes(`/${posix.basename(path)}`))
    .map(({ path }) => `import ${JSON.stringify(`/${path}`)};`);
  const made = await write(more);
  // What draws into a root has nothing to export.
  const isExporting = made.exports.includes("default") || !made.hasRoot;
  return isExporting ? made : write([...more, `export { Root as default } from "${ROOT}";`]);

  async function write(added: readonly string[]) {
    const whole = files.map((file) =>
      file === entry ? { ...file, text: `${file.text}\n${added.join("")}` } : file,
    );
    const { outputFiles = [], metafile } = await build({
      ...options,
      entryPoints: [`/${entry?.path}`],
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
      exports: Object.values(outputs).flatMap(({ exports }) => exports),
      hasRoot: Object.keys(inputs).includes(`root:${ROOT}`),
    };
  }
}

/** Files that are on no disk. What is none of them is left to the frame. */
const inMemory = (files: readonly SourceFile[]): Plugin => ({
  name: "component",
  setup({ onResolve, onLoad }) {
    const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? "";
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      const found = fileFor(path, importer, files);
      if (found) return { path: found.path, namespace: "component" };
      if (path === ROOT) return { path, namespace: "root" };
      // There is no network for other sheets, and Tailwind's is there. A page's own may have stayed behind.
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
