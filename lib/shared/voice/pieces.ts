/** Characters of the first piece, which is short so that the speech starts soon, and of the others. */
const FIRST = 300;
const OTHERS = 1_500;

/** Splits a text at ends of paragraphs or sentences into pieces to speak one after another. */
export function spokenPieces(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const most = pieces.length === 0 ? FIRST : OTHERS;
    const piece = rest.length <= most ? rest : rest.slice(0, endWithin(rest, most));
    pieces.push(piece.trim());
    rest = rest.slice(piece.length).trim();
  }
  return pieces;
}

/** Returns the end of the last paragraph within `most` characters, else of a sentence, a word or a character. */
function endWithin(text: string, most: number): number {
  const head = text.slice(0, most + 1);
  for (const end of [/^.*\n\s*\n/su, /^.*[.!?…]["')\]”’]*\s/su, /^.*\s/su]) {
    const found = end.exec(head)?.[0].length ?? 0;
    if (found > most / 3) return found;
  }
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return isHalf ? most - 1 : most;
}
