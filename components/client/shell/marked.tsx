export function Marked({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map(({ at, words, isHit }) =>
    isHit ? (
      <mark key={at} className="rounded-[2px] bg-fill-press font-medium text-ink">
        {words}
      </mark>
    ) : (
      words
    ),
  );
}

type Piece = { at: number; words: string; isHit: boolean };

/** Splits a text at the matches of the whole query, or of each word if the whole query does not occur. */
export function piecesOf(text: string, query: string): Piece[] {
  const whole = query.trim();
  if (whole === "") return [{ at: 0, words: text, isHit: false }];
  const isWhole = new RegExp(escaped(whole), "iu").test(text);
  const wanted = isWhole ? [whole] : [...new Set(whole.split(/\s+/))].sort((a, b) => b.length - a.length);
  let at = 0;
  return text.split(new RegExp(`(${wanted.map(escaped).join("|")})`, "iu")).flatMap((words, index) => {
    const piece = { at, words, isHit: index % 2 === 1 };
    at += words.length;
    return words === "" ? [] : [piece];
  });
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
