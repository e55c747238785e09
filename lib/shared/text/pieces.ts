const BOUNDARIES = [/\n(?=[^\n]*$)/, /[.!?…]\s(?=[^.!?…]*$)/, /\s(?=\S*$)/];

/**
 * Divides a text into pieces of at most `max` characters that together are the text, at the end of a line, of a
 * sentence or of a word if there is one in the second half of a piece.
 */
export function piecesOf(text: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const head = rest.slice(0, max);
    const end = BOUNDARIES.map((boundary) => head.search(boundary)).find((at) => at > max / 2);
    const isHalved = /[\ud800-\udbff]$/.test(head);
    const at = end === undefined ? max - Number(isHalved) : end + 1;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return rest === "" ? pieces : [...pieces, rest];
}
