/** One line of a tree. `id` is the way to it from the root: names, each after a slash, as a JSON pointer has it. */
export type JsonNode = {
  id: string;
  parent: JsonNode | undefined;
  name: string | number | undefined;
  value: unknown;
  depth: number;
  /** How many it holds; undefined for a single value. */
  size: number | undefined;
  /** It has more to show. */
  folds: boolean;
  isOpen: boolean;
  /** Its place among those of its parent, from 1, and how many they are. */
  place: number;
  of: number;
};

/** A text longer than this folds too. */
const LONG = 100;
/** What is open to begin with: not deep, and not long. */
const DEEP = 2;
const MANY = 20;

export const ROOT = "";

type Opened = { has: (id: string) => boolean | undefined };

/** The lines that can be seen. What is folded is not looked into, so a large value costs what is seen of it. */
export function linesOf(data: unknown, opened: Opened): JsonNode[] {
  const lines: JsonNode[] = [];
  const stack: JsonNode[] = [nodeOf(data, opened, { parent: undefined, name: undefined, place: 1, of: 1 })];
  for (let node = stack.pop(); node; node = stack.pop()) {
    lines.push(node);
    if (!node.isOpen || node.size === undefined) continue;
    const parent = node;
    const children = entriesOf(node.value);
    // Last first, for the stack gives the last one back first.
    for (let at = children.length - 1; at >= 0; at--) {
      const [name, value] = children[at] ?? ["", undefined];
      stack.push(nodeOf(value, opened, { parent, name, place: at + 1, of: children.length }));
    }
  }
  return lines;
}

type Known = Pick<JsonNode, "parent" | "name" | "place" | "of">;

function nodeOf(value: unknown, opened: Opened, known: Known): JsonNode {
  const { parent, name } = known;
  const id = parent && name !== undefined ? childId(parent.id, name) : ROOT;
  const depth = parent ? parent.depth + 1 : 0;
  const size = sizeOf(value);
  const folds = size === undefined ? typeof value === "string" && value.length > LONG : size > 0;
  const begins = size !== undefined && depth < DEEP && size <= MANY;
  return { ...known, id, value, depth, size, folds, isOpen: folds && (opened.has(id) ?? begins) };
}

export const childId = (parent: string, name: string | number): string =>
  `${parent}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The nodes above one, outermost first. */
export function above(id: string): string[] {
  const names = id.split("/").slice(1, -1);
  return [ROOT, ...names.map((_, at) => `/${names.slice(0, at + 1).join("/")}`)];
}

export function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : undefined;
}

/** `$.minutes[0]["a b"]`, to be used in code. */
export function pathOf({ parent, name }: JsonNode): string {
  if (!parent || name === undefined) return "$";
  const step =
    typeof name === "number"
      ? `[${name}]`
      : /^[A-Za-z_$][\w$]*$/.test(name)
        ? `.${name}`
        : `[${JSON.stringify(name)}]`;
  return pathOf(parent) + step;
}

/** Whether a value holds more than so many others, without counting on after that. */
export function isLarger(value: unknown, most: number): boolean {
  const queue = [value];
  let count = 0;
  for (let at = 0; at < queue.length; at++) {
    count += sizeOf(queue[at]) ?? 0;
    if (count > most) return true;
    queue.push(...entriesOf(queue[at]).map(([, child]) => child));
  }
  return false;
}
