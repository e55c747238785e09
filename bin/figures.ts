// `npm run figures`: prints statistics of the source tree. Uses no network and changes nothing.
import { dirname } from "node:path";
import { MODULES } from "../components/draw/runtime/modules.ts";
import { cycleFrom, files, isOfTests, moduleEdges, type Node, namedBy, textOf, walk } from "./test/graph.ts";

type Template = { start: number; end: number; quasi: { quasis: { value: { raw: string } }[] } };

const SMALL_LINES = 25;
const FOLDER_FILES = 40;
const MAX_SHOWN_FILES = 5;

const lines = (file: string): number => textOf(file).split("\n").length - 1;
const sum = (some: readonly string[]): number => some.reduce((all, file) => all + lines(file), 0);
const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
const count = (some: readonly string[], pattern: RegExp): number =>
  some.reduce((all, file) => all + [...textOf(file).matchAll(pattern)].length, 0);

const sources = files.filter((file) => /^(app|components|lib|bin)\//.test(file) && !isOfTests(file));
const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith("e2e/"));
const uses = new Map(files.map((file) => [file, namedBy(file)]));
const importers = new Map<string, string[]>();
for (const [file, named] of uses)
  if (!isOfTests(file) && !file.startsWith("e2e/"))
    for (const other of named) importers.set(other, [...(importers.get(other) ?? []), file]);
const single = sources.filter((file) => importers.get(file)?.length === 1);
const edges = moduleEdges(uses);
const inCycles = [...edges.keys()].filter((folder) => cycleFrom(folder, edges) !== null);
const mutual = [...edges].flatMap(([from, others]) =>
  [...others.keys()].filter((to) => from < to && edges.get(to)?.has(from)).map((to) => `${from} ↔ ${to}`),
);

/**
 * SQL statements in lib. Drizzle's begin with `db(…)`. Hand-written ones are tagged templates that begin with
 * an SQL verb and are not nested in another template.
 */
const VERB = /^\s*(with|select|insert|update|delete|lock|notify|listen|vacuum|analyze)\b/i;
let throughDrizzle = 0;
let byHand = 0;
for (const file of sources.filter((one) => one.startsWith("lib/"))) {
  throughDrizzle += count(
    [file],
    /\bdb\(\w*\)\s*\.(?:select|selectDistinct|selectDistinctOn|insert|update|delete|\$count)\b/g,
  );
  const templates: { start: number; end: number; isStatement: boolean }[] = [];
  walk(file, (node) => {
    if (node.type !== "TaggedTemplateExpression") return;
    const { start, end, quasi } = node as Node & Template;
    templates.push({ start, end, isStatement: VERB.test(quasi.quasis[0]?.value.raw ?? "") });
  });
  const isNested = ({ start, end }: { start: number; end: number }) =>
    templates.some((other) => other.start < start && end < other.end);
  byHand += templates.filter((template) => template.isStatement && !isNested(template)).length;
}

const exporters = new Map<string, Set<string>>();
for (const file of sources)
  for (const [, name = ""] of textOf(file).matchAll(
    /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm,
  ))
    exporters.set(name, (exporters.get(name) ?? new Set()).add(file));
/** Names that Next.js requires for exports of routes and pages. */
const OF_NEXT =
  /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|metadata|dynamic|maxDuration|revalidate|generateMetadata|viewport)$/;
const repeated = [...exporters].filter(([name, by]) => by.size > 1 && !OF_NEXT.test(name)).length;

const perFolder = Map.groupBy(sources, (file) => dirname(file));
const large = [...perFolder].filter(([, all]) => all.length > FOLDER_FILES).map(([folder]) => folder);

const functions: { name: string; length: number }[] = [];
for (const file of sources)
  walk(file, ({ type, loc }) => {
    if (!loc || !/Function|ClassMethod|ObjectMethod/.test(type)) return;
    const { start, end } = loc;
    functions.push({ name: `${file}:${start.line}`, length: end.line - start.line + 1 });
  });
functions.sort((a, b) => b.length - a.length);

const of = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const ratio = (folder: string): string =>
  (sum(tests.filter(of(folder))) / sum(sources.filter(of(folder)))).toFixed(2);
const { dependencies } = JSON.parse(textOf("package.json")) as { dependencies: Record<string, string> };

/**
 * A package counts as one for agents if their components can import it and Easel's own code imports it only in
 * the runtime and the primitives of components, or in the demo.
 */
const isFor = (text: string, name: string) => text === name || text.startsWith(`${name}/`);
const ours = new Set<string>();
for (const file of sources.filter(
  (one) => !/^(components\/(draw\/runtime|ui)|lib\/models\/providers\/demo)\//.test(one),
))
  walk(file, ({ type, value }) => void (type === "StringLiteral" && ours.add(String(value))));
const isForAgents = (name: string): boolean =>
  Object.keys(MODULES).some((one) => isFor(one, name)) && ![...ours].some((one) => isFor(one, name));

const table: [what: string, figure: string | number][] = [
  ["source files in app, components, lib and bin", sources.length],
  [`… of at most ${SMALL_LINES} lines`, sources.filter((file) => lines(file) <= SMALL_LINES).length],
  ["… with one importer", `${single.length} (${share(single.length, sources.length)})`],
  [
    "… with one importer, in the same folder",
    single.filter((f) => dirname(importers.get(f)?.[0] ?? "") === dirname(f)).length,
  ],
  ["… of more than 250 lines", sources.filter((file) => lines(file) > 250).length],
  [
    `folders of more than ${FOLDER_FILES} files`,
    `${large.length} ${large.length > 0 ? `(${large.join(", ")})` : ""}`,
  ],
  ["names exported by several files", repeated],
  ["statements through drizzle", `${throughDrizzle} (${share(throughDrizzle, throughDrizzle + byHand)})`],
  ["folders in import cycles", inCycles.length],
  ["pairs of folders that import each other", mutual.length],
  ["functions of more than 100 lines", functions.filter(({ length }) => length > 100).length],
  ["lines of tests a line of code: lib", ratio("lib")],
  ["… components", ratio("components")],
  ["… lib/agent", ratio("lib/agent")],
  ["… lib/tools", ratio("lib/tools")],
  ["vi.mock in lib", count(tests.filter(of("lib")), /\bvi\.mock\(/g)],
  [
    "ignored useExhaustiveDependencies",
    count(sources, /biome-ignore lint\/correctness\/useExhaustiveDependencies/g),
  ],
  ["runtime dependencies", Object.keys(dependencies).length],
  ["… that only components of agents may import", Object.keys(dependencies).filter(isForAgents).length],
];
for (const [what, figure] of table) console.log(`${String(figure).padStart(12)}  ${what}`);
console.log("\nThe longest functions, in lines:");
for (const { name, length } of functions.slice(0, MAX_SHOWN_FILES))
  console.log(`${String(length).padStart(12)}  ${name}`);
