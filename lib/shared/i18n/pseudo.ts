import { addCatalogue, type Messages, PSEUDO } from "./locale.ts";

/* Works on compiled messages, so only in a build. A node of a message is a text, or a list such as
   [argument], [argument, type, options or style] or [tag, ...nodes]. */

type Node = string | number | Node[] | { [option: string]: Node };

const ACCENTS: Record<string, string> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ö",
  u: "ü",
  A: "Å",
  E: "É",
  I: "Î",
  O: "Ø",
  U: "Û",
};

const accented = (text: string): string =>
  text.replace(/[aeiouAEIOU]/g, (letter) => ACCENTS[letter] ?? letter);

/** Replaces letters in the texts of a node, but not the names of arguments and tags. */
function inAccents(node: Node): Node {
  if (typeof node === "string") return accented(node);
  if (typeof node !== "object") return node;
  if (!Array.isArray(node))
    return Object.fromEntries(Object.entries(node).map(([option, text]) => [option, inBranch(text)]));
  const [name, ...rest] = node;
  return [name as Node, ...(typeof rest[0] === "number" && rest[0] > 3 ? rest : rest.map(inAccents))];
}

/** A whole message or an option: a text or a list of nodes. */
const inBranch = (node: Node): Node => (Array.isArray(node) ? node.map(inAccents) : inAccents(node));

const lengthOf = (node: Node): number =>
  typeof node === "string"
    ? node.length
    : Array.isArray(node)
      ? node.reduce<number>((sum, part) => sum + lengthOf(part), 0)
      : 0;

/** Returns a message that shows untranslated words and narrow places: accents, brackets, a third longer. */
export function pseudo(message: Node): Node {
  const longer = "~".repeat(Math.ceil(lengthOf(message) / 3));
  const text = inBranch(message);
  return Array.isArray(text) ? ["⟦", ...text, `${longer}⟧`] : `⟦${text}${longer}⟧`;
}

addCatalogue(
  PSEUDO,
  (_, english) =>
    Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudo(text)])) as Messages,
);
