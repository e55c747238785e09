import { Lexer } from "marked";

/** Footnotes and link definitions apply to the whole text, so it cannot be split. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;
const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})(?=\s|$)/gm;
const FENCE_OF_MATH = /^[ \t>]*\$\$[ \t]*$/gm;

export function blocksOf(text: string): string[] {
  if (!text.trim()) return [];
  if (DEFINITION.test(text)) return [text];
  const blocks: string[] = [];
  let isOpen = false;
  for (const { type, raw } of new Lexer({ gfm: true }).blockTokens(text.replaceAll("\r\n", "\n"))) {
    // Appends white space to the block before it, because loose lists and indented lines need it.
    if ((type === "space" || isOpen) && blocks.length > 0) blocks.push((blocks.pop() ?? "") + raw);
    else if (type !== "space") blocks.push(raw);
    // The lexer does not know formulas and splits one that contains an empty line or a dash, so join its parts.
    if (type !== "code" && (raw.match(FENCE_OF_MATH)?.length ?? 0) % 2 === 1) isOpen = !isOpen;
  }
  return blocks;
}

export function highestHeading(blocks: readonly string[]): number {
  const text = blocks.filter((block) => !FENCE.test(block));
  const marks = text.flatMap((block) => [...block.matchAll(HEADING)].map(([, mark = ""]) => mark.length));
  return marks.length > 0 ? Math.min(...marks) : 1;
}
