import { Lexer } from "marked";

/** Footnotes and addresses that are named elsewhere in the text: it cannot be taken apart. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;
const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})(?=\s|$)/gm;
const FENCE_OF_MATH = /^[ \t>]*\$\$[ \t]*$/gm;

/** Cuts markdown where one block ends and the next begins: paragraphs, lists, tables, fences. */
export function blocksOf(text: string): string[] {
  if (!text.trim()) return [];
  if (DEFINITION.test(text)) return [text];
  const blocks: string[] = [];
  let isOpen = false;
  for (const { type, raw } of new Lexer({ gfm: true }).blockTokens(text.replaceAll("\r\n", "\n"))) {
    // What separates blocks belongs to the one before: a loose list or an indented line needs it.
    if ((type === "space" || isOpen) && blocks.length > 0) blocks.push((blocks.pop() ?? "") + raw);
    else if (type !== "space") blocks.push(raw);
    // The lexer knows no math, and takes a formula with an empty line or a dash in it apart.
    if (type !== "code" && (raw.match(FENCE_OF_MATH)?.length ?? 0) % 2 === 1) isOpen = !isOpen;
  }
  return blocks;
}

/** The highest level of heading, 1 where there is none. */
export function highestHeading(blocks: readonly string[]): number {
  const text = blocks.filter((block) => !FENCE.test(block));
  const marks = text.flatMap((block) => [...block.matchAll(HEADING)].map(([, mark = ""]) => mark.length));
  return marks.length > 0 ? Math.min(...marks) : 1;
}
