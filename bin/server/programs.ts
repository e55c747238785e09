import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { bundleScript } from "../../lib/code/isolate/bundle-script.ts";
import { ISOLATE_SCRIPT } from "../../lib/code/isolate/script.ts";
import { bundleOf, moduleSources } from "../../lib/ground/processes/program.ts";
import { openCached } from "./cache.ts";

/** Modules of lib whose programs import hundreds of files, which would take most of the start of a process. */
const MODULES = ["data/documents", "web/pages"];

/**
 * Bundles the isolates' script and the programs of `MODULES` for `folder`. Returns a function that writes them there.
 */
export async function bundlePrograms(folder: string): Promise<() => void> {
  const [script, ...programs] = await Promise.all([
    bundleScript(),
    ...MODULES.map((modulePath) => bundleProgram(modulePath, folder)),
  ]);
  return () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, ISOLATE_SCRIPT), script);
    for (const [index, modulePath] of MODULES.entries())
      writeFileSync(bundleOf(modulePath, folder), programs[index] ?? "");
  };
}

/** Returns a folder with up-to-date programs, for tests. */
export const openPrograms = (root: string): Promise<string> =>
  openCached(root, {
    name: "programs",
    sources: [
      "lib/code/{compile/esbuild,isolate/{bundle-script,script}}.ts",
      "lib/code/isolate/isolate/**/*",
      `lib/{${MODULES}}/process/**/*`,
      "bin/server/programs.ts",
      "package-lock.json",
    ],
    build: async (_, folder) => (await bundlePrograms(folder))(),
  });

async function bundleProgram(modulePath: string, folder: string): Promise<string> {
  const { build } = await import("../../lib/code/compile/esbuild.ts");
  const shared = join(moduleSources("ground/processes"), "process");
  const { outputFiles } = await build({
    entryPoints: [join(moduleSources(modulePath), "process/main.mjs")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    // Packages in CommonJS call `require`.
    banner: {
      js: 'import { createRequire as of } from "node:module"; const require = of(import.meta.url);',
    },
    plugins: [
      {
        name: "shared",
        setup({ onResolve }) {
          // `watch.mjs` starts itself as a thread, so it must remain a file.
          onResolve({ filter: /ground\/processes\/process\/child\.mjs$/ }, () => ({
            path: relative(folder, join(shared, "child.mjs")),
            external: true,
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}
