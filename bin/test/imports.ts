// Fails unless modules import only what the tables of wings and modules allow, without cycles, every file is
// used, every file that a document names exists, and DEPENDENCIES.md explains each package.
import { globSync } from "node:fs";
import { cycleFrom, files, moduleEdges, namedBy, textOf } from "./graph.ts";
import { misfits, misnamed, readModuleTables } from "./modules.ts";

/**
 * Files that may be used without being named in another file: Next.js files, scripts, tests, entry points of
 * child processes, and modules for components.
 */
const ENTRIES =
  /^instrumentation\.|^components\/draw\/(published\/(shared-)?host|hosted\/start)\.|^(app|bin|e2e|drizzle|components\/draw\/runtime|lib\/code\/isolate\/isolate)\/|^components\/ui\/[^/]+$|\/process\/main\.mjs$|\.test\.tsx?$|\/testing\/|\.d\.ts$/;

const uses = new Map(files.map((file) => [file, namedBy(file)]));
const used = new Set([...uses.values()].flatMap((named) => [...named]));
const unused = files.filter((file) => !used.has(file) && !ENTRIES.test(file));
const edges = moduleEdges(uses);
const cycle = [...edges.keys()].map((folder) => cycleFrom(folder, edges)).find((way) => way !== null);
const house = readModuleTables();
const notAllowed = misfits(edges, house);
const named = globSync(["*.md", "{app,bin,components,lib}/**/*.md"]).flatMap((document) =>
  [...textOf(document).matchAll(/`([\w./[\]-]+\.(?:tsx?|mjs))`/g)].flatMap(([, name = ""]) =>
    files.some((file) => `/${file}`.endsWith(`/${name}`)) ? [] : `${document}: ${name}`,
  ),
);
const rows = house.wings
  .filter((wing) => wing !== "lib/shared")
  .flatMap((wing) => misnamed(wing, textOf(`${wing}/README.md`), files));
const missing = [...named, ...rows];

const { dependencies } = JSON.parse(textOf("package.json")) as { dependencies: Record<string, string> };
const explained = new Set(
  [...textOf("DEPENDENCIES.md").matchAll(/^\| `(\S+)` \| \S/gm)].map(([, name = ""]) => name),
);
const unexplained = [...new Set([...Object.keys(dependencies), ...explained])].filter(
  (name) => !(name in dependencies && explained.has(name)),
);

if (cycle)
  console.error(
    `Folders import each other. Move shared code to a module below both:\n  ${cycle.join("\n  ")}`,
  );
if (unused.length > 0) console.error(`Nothing uses these files:\n  ${unused.join("\n  ")}`);
if (notAllowed.length > 0)
  console.error(`The imports differ from the tables of modules:\n  ${notAllowed.join("\n  ")}`);
if (missing.length > 0) console.error(`Documents name files that do not exist:\n  ${missing.join("\n  ")}`);
if (unexplained.length > 0)
  console.error(`DEPENDENCIES.md and package.json differ:\n  ${unexplained.join("\n  ")}`);
const problems = [unused, notAllowed, missing, unexplained].flat();
process.exitCode = cycle || problems.length > 0 ? 1 : 0;
