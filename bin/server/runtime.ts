import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { bundle, exportOf, type Files, fileName, flatModules, messages } from "./runtime-bundle.ts";
import { readIcons, readTablerIcons } from "./runtime-icons.ts";
import { type Entry, findExports, listEntries } from "./runtime-modules.ts";
import { buildStyles, classesIn, type Stylesheets } from "./runtime-styles.ts";

export type Manifest = {
  /** Changes whenever anything changes that a bundle may depend on. */
  version: string;
  /**
   * Names of files: `script` contains the core and the frame's script, `appScript` is the script of the frame
   * around an MCP app, and `preload` lists `script` and its chunks.
   */
  script: string;
  appScript: string;
  /** Scripts of the page of a published app, and of a shared conversation. */
  hostScript: string;
  sharedScript: string;
  styles: string;
  preload: string[];
  imports: Record<string, string>;
  exports: Record<string, string[]>;
  /** For each primitive's specifier: the utility classes in its source and in the sources that it imports. */
  classes: Record<string, string[]>;
  /** Stylesheets that define the theme for a component's classes. */
  theme: Stylesheets;
};

export async function buildRuntime(root: string, folder: string): Promise<Manifest> {
  const entries = listEntries(root);
  const names = await findExports(root, entries);
  const { files, outputs, inputs, preload } = await bundle(root, frameScript(root), entries, names);
  const core = outputs.get("core");
  const appScript = await bundleApp(root, files);
  const hostScript = await bundlePage(root, files, "host");
  const sharedScript = await bundlePage(root, files, "shared-host");
  const flat = flatModules(entries, names);
  const imports: Record<string, string> = {};
  entries.forEach(({ specifier, core: inCore }, index) => {
    const output = outputs.get(specifier);
    if (output) {
      imports[specifier] = output.name;
      names.set(specifier, names.get(specifier) ?? output.exports);
    } else if (core && flat.has(specifier)) {
      imports[specifier] = core.name;
    } else if (inCore) {
      const stub = `import{${exportOf(index)} as m}from"./${core?.name}";${reexport(names.get(specifier) ?? [])}`;
      imports[specifier] = add(files, fileName(specifier), stub);
    }
  });
  const classes = collectClasses(root, entries, inputs);
  const styles = await buildStyles(root, [...new Set(Object.values(classes).flat())]);
  for (const [name, content] of styles.files) files.set(name, content);
  files.set("icons.json", Buffer.from(JSON.stringify(await readIcons(root))));
  files.set("tabler.json", Buffer.from(JSON.stringify(readTablerIcons(root))));
  return write(folder, files, {
    script: core?.name ?? "",
    appScript,
    hostScript,
    sharedScript,
    styles: styles.name,
    preload,
    imports,
    exports: Object.fromEntries(names),
    classes,
    theme: styles.theme,
  });
}

/**
 * Bundles the script of the frame around an MCP app. It contains the file name of the script for the app's
 * document.
 */
async function bundleApp(root: string, files: Files): Promise<string> {
  const made = async (name: string, define: Record<string, string> = {}) => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [`./components/draw/runtime/app/${name}.ts`],
      ...{ bundle: true, format: "iife", platform: "browser", target: "es2023", minify: true, write: false },
      ...{ legalComments: "none", logLevel: "silent", define },
    });
    return add(files, `app-${name}`, outputFiles[0]?.text ?? "");
  };
  const guard = await made("guard");
  return made("frame", { EASEL_APP_GUARD: JSON.stringify(guard) });
}

/** Replaces React for use-intl, which uses it for messages with elements. The public pages have none. */
const withoutReact: Plugin = {
  name: "without-react",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react$/ }, ({ importer }) =>
      importer.includes("/use-intl/") ? { path: "react", namespace: "without-react" } : undefined,
    );
    onLoad({ filter: /./, namespace: "without-react" }, () => ({
      contents:
        "export const isValidElement = () => false; export const cloneElement = (element) => element;",
    }));
  },
};

/** Bundles the script of a public page. */
async function bundlePage(root: string, files: Files, name: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`./components/draw/published/${name}.ts`],
    ...{ bundle: true, format: "iife", platform: "browser", target: "es2023", minify: true, write: false },
    ...{ legalComments: "none", logLevel: "silent" },
    alias: { "use-intl/format-message": "use-intl/format-message/format-only" },
    plugins: [messages, withoutReact],
  });
  return add(files, `published-${name}`, outputFiles[0]?.text ?? "");
}

function frameScript(root: string): string {
  const paths = ["tsx", "ts"].map((end) => `components/draw/runtime/frame.${end}`);
  return `./${paths.find((path) => existsSync(join(root, path)))}`;
}

/** Returns the source that ends a module by re-exporting names of the core (`m`). */
function reexport(names: string[]): string {
  const local = names.map((name, index) => `${name}:n${index}`);
  const exported = names.map((name, index) => `n${index} as ${name}`);
  return `const{${local.join()}}=m;export{${exported.join()}};`;
}

function add(files: Files, name: string, text: string): string {
  const content = Buffer.from(text);
  const full = `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 8)}.js`;
  files.set(full, content);
  return full;
}

/** Folders of modules whose classes are part of the styles of components that import them. */
const STYLED = ["./components/ui/", "./components/draw/runtime/app-blocks/"];

function collectClasses(
  root: string,
  entries: Entry[],
  inputs: Metafile["inputs"],
): Record<string, string[]> {
  const primitives = entries.filter(({ source }) => STYLED.some((folder) => source.startsWith(folder)));
  return Object.fromEntries(
    primitives.map(({ specifier, source }) => [
      specifier,
      classesIn(root, ownSources(source.slice(2), inputs)),
    ]),
  );
}

/** Returns this file and all files of `components` that it imports, transitively. */
function ownSources(path: string, inputs: Metafile["inputs"], seen = new Set<string>()): string[] {
  if (path.startsWith("components/") && !seen.has(path)) {
    seen.add(path);
    for (const each of inputs[path]?.imports ?? []) ownSources(each.path, inputs, seen);
  }
  return [...seen];
}

function write(folder: string, files: Files, rest: Omit<Manifest, "version">): Manifest {
  const all = JSON.stringify([rest, [...files.keys()].sort()]);
  const manifest = { version: createHash("sha256").update(all).digest("hex").slice(0, 16), ...rest };
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}
