import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { AppError } from "@/lib/shared/errors";

/* Answers of WebDAV servers. The parser reads no DTD and no external entity. */

export const NAMESPACES = {
  d: "DAV:",
  cal: "urn:ietf:params:xml:ns:caldav",
  card: "urn:ietf:params:xml:ns:carddav",
  cs: "http://calendarserver.org/ns/",
  apple: "http://apple.com/ns/ical/",
} as const;

/** Maximum nesting of an answer. */
const MAX_DEPTH = 50;

/** An element with its expanded name, such as `DAV:href`. */
export type Node = { name: string; text: string; children: Node[]; attributes: Record<string, string> };

export function parseAnswer(text: string): Node {
  try {
    const { root } = parseXml(text);
    if (root) return nodeOf(root, {}, 0);
  } catch (cause) {
    throw new AppError("unavailable", "The server's answer is not XML that can be read.", { cause });
  }
  throw new AppError("unavailable", "The server's answer is empty.");
}

function nodeOf(element: XmlElement, outer: Record<string, string>, depth: number): Node {
  if (depth > MAX_DEPTH) throw new Error("The answer is nested too deeply");
  const scope = { ...outer };
  for (const [name, value] of Object.entries(element.attributes)) {
    if (name === "xmlns") scope[""] = value;
    else if (name.startsWith("xmlns:")) scope[name.slice("xmlns:".length)] = value;
  }
  const [, prefix = "", local = element.name] = /^([^:]*):(.*)$/.exec(element.name) ?? [];
  const children = element.children.flatMap((child) =>
    "attributes" in child ? [nodeOf(child as XmlElement, scope, depth + 1)] : [],
  );
  const name = `${scope[prefix] ?? ""}${scope[prefix]?.endsWith(":") ? "" : " "}${local}`;
  return { name, text: children.length > 0 ? "" : element.text, children, attributes: element.attributes };
}

/** Returns the expanded name of an element, such as `d:href`. */
export function expanded(short: string): string {
  const [prefix = "", local = ""] = short.split(":");
  const namespace = NAMESPACES[prefix as keyof typeof NAMESPACES];
  return `${namespace}${namespace.endsWith(":") ? "" : " "}${local}`;
}

export const childrenOf = (node: Node | undefined, short: string): Node[] => {
  const name = expanded(short);
  return node?.children.filter((child) => child.name === name) ?? [];
};

/** Returns the first descendant on a path of names. */
export const nodeAt = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((at, short) => childrenOf(at, short)[0], node);

export const textAt = (node: Node | undefined, ...path: string[]): string | undefined =>
  nodeAt(node, ...path)?.text.trim() || undefined;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one);

const ALL_NAMESPACES = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

/** Returns a document with a root element that declares all namespaces. */
export const xmlDocument = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root} ${ALL_NAMESPACES}>${inner}</${root}>`;
