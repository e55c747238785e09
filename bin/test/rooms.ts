// The tables of rooms in ARCHITECTURE.md are the rule of who may import whom.
import { textOf } from "./graph.ts";

/** What every room of a wing may import. */
const EVERYWHERE: Record<string, string[]> = {
  lib: ["lib/shared", "lib/ground/base"],
  components: ["lib/shared", "components/ui", "components/ui/kit"],
};
const ROW = /^\| `([\w/-]+)` \|.*\|([^|]*)\|$/;

/** By room, as `lib/agent/loop`: the rooms and top folders that it may import by the document, without those that all may. */
export function rooms(): Map<string, Set<string>> {
  const listed = new Map<string, Set<string>>();
  let wing = "";
  for (const line of textOf("ARCHITECTURE.md").split("\n")) {
    wing = /^\| (lib|components) \|/.exec(line)?.[1] ?? (line.startsWith("|") ? wing : "");
    const [, room, names = ""] = ROW.exec(line) ?? [];
    if (!wing || !room) continue;
    listed.set(`${wing}/${room}`, new Set(names.split(" ").filter(Boolean).map(inWing)));
  }
  const wings = new Set([...listed.keys()].map((room) => room.split("/")[0]));
  if (wings.size !== 2) throw new Error("ARCHITECTURE.md has no table of the rooms of lib and components");
  return listed;

  function inWing(name: string): string {
    return /^(lib|components)\//.test(name) || TOP.has(name) ? name : `${wing}/${name}`;
  }
}

/** Folders that are no room, and may be named by those that start or read something of them. */
const TOP = new Set(["bin", "drizzle"]);

/** The files that a row of a room names and that are not in that room; `shared/x.ts`, with its folder, may be in another. */
export function misnamed(listed: Iterable<string>, files: readonly string[], document: string): string[] {
  const found: string[] = [];
  const all = [...listed];
  for (const line of document.split("\n")) {
    const [, room] = ROW.exec(line) ?? [];
    const folders = all.filter((one) => room && one.replace(/^\w+\//, "") === room);
    if (folders.length === 0) continue;
    for (const [, name = ""] of line.matchAll(/`([\w./[\]-]+\.(?:tsx?|mjs))`/g)) {
      const isThere = (file: string) =>
        `/${file}`.endsWith(`/${name}`) &&
        (name.includes("/") || folders.some((one) => file.startsWith(`${one}/`)));
      if (!files.some(isThere)) found.push(`ARCHITECTURE.md: ${room} has no ${name}`);
    }
  }
  return found;
}

/** What of the imports between rooms and of the document do not fit, in words. */
export function misfits(
  edges: ReadonlyMap<string, ReadonlyMap<string, string>>,
  listed: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const found: string[] = [];
  for (const [room, others] of edges) {
    const may = listed.get(room);
    if (!may) found.push(`${room} stands in no table of rooms`);
    for (const [to, by] of may ? others : []) {
      const isFree = may?.has(to) || EVERYWHERE[room.split("/")[0] ?? ""]?.includes(to);
      if (!isFree) found.push(`${room} may not import ${to}: ${by}`);
    }
    for (const to of may ?? [])
      if (!others.has(to)) found.push(`${room} may import ${to}, and does not: take it out`);
  }
  for (const room of listed.keys()) if (!edges.has(room)) found.push(`${room} is not there`);
  return found;
}
