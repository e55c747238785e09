const PAGE = 4_000;

export async function* paged(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    rest += piece;
    while (rest.length > PAGE) {
      const end = endOf(rest);
      yield rest.slice(0, end);
      rest = rest.slice(end);
    }
  }
  if (rest.trim()) yield rest;
}

function endOf(text: string): number {
  for (const sign of ["\n\n", "\n", ". ", " "]) {
    const at = text.lastIndexOf(sign, PAGE - sign.length);
    if (at > PAGE / 2) return at + sign.length;
  }
  // End the page one character earlier if it would split a surrogate pair.
  return /[\ud800-\udbff]/.test(text.charAt(PAGE - 1)) ? PAGE - 1 : PAGE;
}
