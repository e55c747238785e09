// Reads which module may import which. ARCHITECTURE.md lists the wings of lib and components, upper ones first;
// the README of each wing lists its modules.
import { textOf } from "./graph.ts";

export type ModuleTables = {
  /** Paths of the wings, by area, upper ones first. */
  wings: string[];
  /** Imports of each module, by its path, in addition to lower wings. */
  modules: Map<string, Set<string>>;
};

const ROW = /^\| `([\w/.-]+)` \|(.*)\|$/;

export function readModuleTables(read: (document: string) => string = textOf): ModuleTables {
  const tables: ModuleTables = { wings: [], modules: new Map() };
  let area = "";
  for (const line of read("ARCHITECTURE.md").split("\n")) {
    area = /^\| (lib|components) \|/.exec(line)?.[1] ?? (line.startsWith("|") ? area : "");
    const [, name] = ROW.exec(line) ?? [];
    if (area && name) tables.wings.push(`${area}/${name}`);
  }
  for (const area of ["lib", "components"])
    if (!tables.wings.some((wing) => wing.startsWith(`${area}/`)))
      throw new Error(`ARCHITECTURE.md has no table of the wings of ${area}`);
  for (const wing of tables.wings.filter((wing) => wing !== SHARED))
    for (const [module, cells] of rows(wing, read(`${wing}/README.md`))) {
      const names = cells.split("|").at(-1)?.trim().split(" ").filter(Boolean) ?? [];
      tables.modules.set(module, new Set(names.map((name) => placeOf(wing, name))));
    }
  tables.modules.set(SHARED, new Set());
  return tables;
}

const SHARED = "lib/shared";

/**
 * Returns the path of a name in a table. `.` is the wing itself; a name with a slash, `bin` and `drizzle` are
 * paths already.
 */
function placeOf(wing: string, name: string): string {
  if (name === ".") return wing;
  return name.includes("/") || name === "bin" || name === "drizzle" ? name : `${wing}/${name}`;
}

function rows(wing: string, document: string): [module: string, cells: string][] {
  return document.split("\n").flatMap((line) => {
    const [, name, cells = ""] = ROW.exec(line) ?? [];
    return name ? [[placeOf(wing, name), cells] as [string, string]] : [];
  });
}

/**
 * Reports files that the row of a module names and that are not in that module. A name with a folder may be
 * anywhere.
 */
export function misnamed(wing: string, document: string, files: readonly string[]): string[] {
  return rows(wing, document).flatMap(([module, cells]) =>
    [...cells.matchAll(/`([\w./[\]-]+\.(?:tsx?|mjs))`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !files.some((file) => file.endsWith(`/${name}`) && isIn(file, module, name)))
      .map((name) => `${wing}/README.md: ${module} has no ${name}`),
  );
}

const isIn = (file: string, module: string, name: string) =>
  name.includes("/") || file.startsWith(`${module}/`);

/** Describes imports between modules that the tables do not allow, and table entries that are unused. */
export function misfits(
  edges: ReadonlyMap<string, ReadonlyMap<string, string>>,
  { wings, modules }: ModuleTables,
): string[] {
  const found: string[] = [];
  for (const [module, others] of edges) {
    const may = modules.get(module);
    if (!may) found.push(`${module} is in no table of modules`);
    for (const [to, by] of may ? others : [])
      if (!may?.has(to) && !isBelow(to, module, wings)) found.push(`${module} may not import ${to}: ${by}`);
    for (const to of may ?? [])
      if (!others.has(to)) found.push(`${module} may import ${to}, but does not: remove it from the table`);
  }
  for (const module of modules.keys()) if (!edges.has(module)) found.push(`${module} does not exist`);
  return found;
}

/**
 * Returns whether every module in the wing of `module` may import `other`: a lower wing of its area, or
 * `lib/shared`.
 */
function isBelow(other: string, module: string, wings: readonly string[]): boolean {
  if (other === SHARED) return true;
  const [area, wing] = module.split("/");
  return (
    other.startsWith(`${area}/`) &&
    wings.indexOf(other.split("/", 2).join("/")) > wings.indexOf(`${area}/${wing}`)
  );
}
