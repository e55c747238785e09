/** A line of the tree. `id` is its JSON pointer from the root. */
export type JsonNode = {
  id: string;
  parent: JsonNode | undefined;
  name: string | number | undefined;
  value: unknown;
  depth: number;
  size: number | undefined;
  folds: boolean;
  isOpen: boolean;
  /** Position among the children of the same parent, starting at 1. `of` is the number of those children. */
  place: number;
  of: number;
};

/** Strings longer than this can be folded. */
const LONG = 100;
/** Nodes above this depth with at most this many children are open initially. */
const DEEP = 2;
const MANY = 20;

export const ROOT = "";

type Opened = { has: (id: string) => boolean | undefined };

/** Returns the visible lines. Folded values are not read, so the cost depends on the visible lines. */
export function linesOf(data: unknown, opened: Opened): JsonNode[] {
  const lines: JsonNode[] = [];
  const stack: JsonNode[] = [nodeOf(data, opened, { parent: undefined, name: undefined, place: 1, of: 1 })];
  for (let node = stack.pop(); node; node = stack.pop()) {
    lines.push(node);
    if (!node.isOpen || node.size === undefined) continue;
    const parent = node;
    const children = entriesOf(node.value);
    // In reverse order, because the first child must be the next one popped from the stack.
    for (let at = children.length - 1; at >= 0; at--) {
      const [name, value] = children[at] ?? ["", undefined];
      stack.push(nodeOf(value, opened, { parent, name, place: at + 1, of: children.length }));
    }
  }
  return lines;
}

type NodePlace = Pick<JsonNode, "parent" | "name" | "place" | "of">;

function nodeOf(value: unknown, opened: Opened, nodePlace: NodePlace): JsonNode {
  const { parent, name } = nodePlace;
  const id = parent && name !== undefined ? childId(parent.id, name) : ROOT;
  const depth = parent ? parent.depth + 1 : 0;
  const size = sizeOf(value);
  const folds = size === undefined ? typeof value === "string" && value.length > LONG : size > 0;
  const begins = size !== undefined && depth < DEEP && size <= MANY;
  return { ...nodePlace, id, value, depth, size, folds, isOpen: folds && (opened.has(id) ?? begins) };
}

export const childId = (parent: string, name: string | number): string =>
  `${parent}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

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

/** Returns a path such as `$.minutes[0]["a b"]` for use in code. */
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

export function isLarger(value: unknown, maxValues: number): boolean {
  const queue = [value];
  let count = 0;
  for (let at = 0; at < queue.length; at++) {
    count += sizeOf(queue[at]) ?? 0;
    if (count > maxValues) return true;
    queue.push(...entriesOf(queue[at]).map(([, child]) => child));
  }
  return false;
}
