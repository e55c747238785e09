import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { compileFile } from "../messages-loader.mjs";
import type { Entry } from "./runtime-modules.ts";

export type Files = Map<string, Uint8Array>;

/** `outputs`: for each specifier, its file and the names that the file exports. */
export type Bundled = {
  files: Files;
  outputs: Map<string, { name: string; exports: string[] }>;
  inputs: Metafile["inputs"];
  preload: string[];
};

const CORE = "easel:core";
const JSX = "react/jsx-runtime";
const SHARED = new Set(["Fragment", "default"]);
const COMMONJS = "easel:commonjs:";

/**
 * Bundles the frame's script with the core, which every frame loads, and every other module into a separate
 * file. All of them import the core's modules from the core, so that there is only one React. The script
 * shares the core's file because code shared between two files would have to be exported, and components can
 * import every file.
 */
export async function bundle(
  root: string,
  frame: string,
  entries: Entry[],
  names: Map<string, string[]>,
): Promise<Bundled> {
  const lazy = entries.filter(({ core }) => !core);
  const plugins = [generated(root, frame, entries, names)];
  const options = (
    points: Record<string, string>,
    more: Plugin[] = [],
  ): BuildOptions & { metafile: true } => ({
    absWorkingDir: root,
    entryPoints: points,
    outdir: "rt",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    minify: true,
    legalComments: "none",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    metafile: true,
    logLevel: "silent",
    // Messages are compiled here, so frames get no ICU parser.
    alias: { "use-intl/format-message": "use-intl/format-message/format-only" },
    plugins: [...more, ...plugins, messages],
  });
  const own = await build(options({ core: CORE }));
  const pointsOf = (some: Entry[]) =>
    Object.fromEntries(some.map((entry) => [fileName(entry.specifier), sourceOf(entry)]));
  const others = await build(
    options(pointsOf(lazy.filter(({ apart }) => !apart)), [fromCore(root, entries)]),
  );
  const apart = await build(options(pointsOf(lazy.filter(({ apart }) => apart)), [fromCore(root, entries)]));
  const all = [own, others, apart];
  const built = Object.fromEntries(all.flatMap(({ metafile }) => Object.entries(metafile.outputs)));
  const outputOf = (key: string) => {
    const pattern = new RegExp(`^rt/${fileName(key)}-[A-Z0-9]{8}\\.js$`);
    const [path = "", { exports = [] } = {}] =
      Object.entries(built).find(([each]) => pattern.test(each)) ?? [];
    return { name: basename(path), exports };
  };
  return {
    files: new Map(
      all
        .flatMap(({ outputFiles }) => outputFiles ?? [])
        .map(({ path, contents }) => [basename(path), contents]),
    ),
    outputs: new Map(["core", ...lazy.map((each) => each.specifier)].map((key) => [key, outputOf(key)])),
    inputs: { ...own.metafile.inputs, ...others.metafile.inputs },
    preload: Object.keys(own.metafile.outputs).map((path) => basename(path)),
  };
}

export const fileName = (specifier: string) =>
  specifier.replace(/^@\//, "").replace(/[@/]+/g, "-").replace(/^-/, "");

const sourceOf = ({ commonjs, source }: Entry) => (commonjs ? COMMONJS + source : source);

/**
 * Returns the modules whose exports the core exports under their own names, so that importing them loads no
 * further file. Takes modules in the order of the list, and skips those with a name that is already taken.
 */
export function flatModules(entries: Entry[], names: Map<string, string[]>): Map<string, string[]> {
  const taken = new Set<string>();
  const flat = new Map<string, string[]>();
  for (const { specifier, core } of entries) {
    const own = names.get(specifier) ?? [];
    // The core's default export is React. The other exports of its JSX runtime are also exports of React.
    const exported = own.filter((name) => !SHARED.has(name) || specifier === "react");
    const hasOther = specifier !== "react" && own.includes("default") && specifier !== JSX;
    if (!core || hasOther || exported.some((name) => taken.has(name))) continue;
    for (const name of exported) taken.add(name);
    flat.set(specifier, exported);
  }
  return flat;
}

/**
 * Provides virtual modules: the core, with the frame's script and a namespace for each of its modules, and
 * CommonJS modules with named exports.
 */
function generated(root: string, frame: string, entries: Entry[], names: Map<string, string[]>): Plugin {
  const flat = flatModules(entries, names);
  const core = entries.flatMap((entry, index) => {
    if (!entry.core) return [];
    const own = flat.get(entry.specifier);
    const what = own ? `{ ${own.join(", ")} }` : `* as ${exportOf(index)}`;
    return `export ${what} from ${JSON.stringify(sourceOf(entry))};`;
  });
  const commonjs = (source: string) => {
    const specifier = entries.find((entry) => entry.source === source)?.specifier ?? source;
    return `export { ${names.get(specifier)?.join(", ")} } from ${JSON.stringify(source)};`;
  };
  return {
    name: "generated",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^easel:/ }, ({ path }) => ({ path, namespace: "generated" }));
      onLoad({ filter: /./, namespace: "generated" }, ({ path }) => ({
        contents:
          path === CORE
            ? [`import ${JSON.stringify(frame)};`, ...core].join("\n")
            : commonjs(path.slice(COMMONJS.length)),
        resolveDir: root,
      }));
    },
  };
}

/** Compiles the messages of the interface, so that frames get no ICU parser. */
export const messages: Plugin = {
  name: "messages",
  setup({ onLoad }) {
    onLoad({ filter: /\/lib\/shared\/i18n\/(en|de)\/\w+\.ts$/ }, async ({ path }) => ({
      contents: await compileFile(path),
      resolveDir: dirname(path),
    }));
  },
};

/** Leaves imports of core modules to the import map. */
function fromCore(root: string, entries: Entry[]): Plugin {
  const core = entries.filter((entry) => entry.core);
  const specifiers = new Set(core.map(({ specifier }) => specifier));
  const sources = new Map(core.map(({ specifier, source }) => [join(root, source), specifier]));
  return {
    name: "from-core",
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, ({ path, kind, namespace }) => {
        if (namespace === "required" || !specifiers.has(path)) return null;
        // CommonJS uses `require`, which browsers lack. A module in between turns it into an import.
        return kind === "require-call" ? { path, namespace: "required" } : { path, external: true };
      });
      build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const full = join(resolveDir, path);
        const specifier = sources.get(`${full}.tsx`) ?? sources.get(`${full}.ts`);
        return specifier && resolveDir.startsWith(join(root, "components"))
          ? { path: specifier, external: true }
          : null;
      });
      build.onResolve({ filter: /./, namespace: "required" }, ({ path }) => ({ path, external: true }));
      build.onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
        contents: `export * from ${JSON.stringify(path)}; export { default } from ${JSON.stringify(path)};`,
      }));
    },
  };
}

export const exportOf = (index: number) => `m${index}`;
