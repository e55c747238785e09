// No two folders under components or lib import each other, also not over others, and every file is used by something.
import { cycleFrom, files, folderEdges, namedBy } from "./graph.ts";

/** What is used without a name in a file: Next's own files, scripts, tests, what children run, and what components may use. */
const ENTRIES =
  /^(app|bin|e2e|drizzle|components\/(ui|runtime)|lib\/sandbox\/isolate)\/|\/process\/main\.mjs$|\.test\.tsx?$|\/testing\/|\.d\.ts$/;

const uses = new Map(files.map((file) => [file, namedBy(file)]));
const used = new Set([...uses.values()].flatMap((named) => [...named]));
const unused = files.filter((file) => !used.has(file) && !ENTRIES.test(file));
const edges = folderEdges(uses);
const cycle = [...edges.keys()].map((folder) => cycleFrom(folder, edges)).find((way) => way !== null);

if (cycle)
  console.error(`Folders import each other. What both need lies below them:\n  ${cycle.join("\n  ")}`);
if (unused.length > 0) console.error(`Nothing uses these files:\n  ${unused.join("\n  ")}`);
process.exitCode = cycle || unused.length > 0 ? 1 : 0;
