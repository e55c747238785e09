import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { MODULES, type Module, PRIMITIVES } from "../../components/draw/runtime/modules.ts";

export type Entry = Module & { specifier: string; source: string };

const UI = "components/ui";
const FROM_PACKAGE = /\bfrom "([^"./@][^"]*|@(?!\/)[^"]*)"/g;

/**
 * Lists every module that components may import: those of `MODULES`, and the primitives of `components/ui`
 * that shadcn/ui has, too.
 */
export function listEntries(root: string): Entry[] {
  const entries = Object.entries(MODULES).map(([specifier, module]) => ({
    ...module,
    specifier,
    source: module.from ?? specifier,
  }));
  return entries.flatMap((entry) =>
    entry.specifier === "@/lib/utils" ? [entry, ...listPrimitives(root)] : [entry],
  );
}

/** Every frame loads a primitive with the core, unless it depends on a lazily loaded library. */
function listPrimitives(root: string): Entry[] {
  return PRIMITIVES.flatMap((name) => {
    const path = join(UI, `${name}.tsx`);
    if (!existsSync(join(root, path))) return [];
    const packages = [...readFileSync(join(root, path), "utf8").matchAll(FROM_PACKAGE)].map(
      ([, each]) => each,
    );
    const core = packages.every((each) => each === "lucide-react" || !isLazy(each ?? ""));
    return [{ specifier: `@/components/ui/${name}`, source: `./${path}`, core, bare: true as const }];
  });
}

const isLazy = (name: string) => {
  const module = MODULES[name];
  return module !== undefined && !module.core;
};

/**
 * Collects the exported names of the core's modules, because the bundler no longer separates them by module.
 */
export async function findExports(root: string, entries: Entry[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const load = createRequire(join(root, "package.json"));
  for (const { specifier, source } of entries.filter((each) => each.commonjs)) {
    found.set(specifier, [...namesIn(load(source)), "default"]);
  }
  const rest = entries.filter(({ core, commonjs }) => core && !commonjs);
  await Promise.all([
    collect(root, rest.filter(isOurs), { packages: "external" }, found),
    collect(
      root,
      rest.filter((entry) => !isOurs(entry)),
      { external: ["react", "react-dom"] },
      found,
    ),
  ]);
  return found;
}

async function collect(root: string, group: Entry[], outside: BuildOptions, found: Map<string, string[]>) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(group.map(({ source }, index) => [String(index), source])),
    outdir: "names",
    bundle: true,
    format: "esm",
    jsx: "automatic",
    write: false,
    metafile: true,
    logLevel: "silent",
    ...outside,
  });
  group.forEach(({ specifier }, index) => {
    found.set(specifier, metafile?.outputs[`names/${index}.js`]?.exports ?? []);
  });
}

const isOurs = ({ source }: Entry) => source.startsWith("./");

const namesIn = (module: object) =>
  Object.keys(module).filter(
    (name) => name !== "default" && name !== "module.exports" && !name.startsWith("__"),
  );
