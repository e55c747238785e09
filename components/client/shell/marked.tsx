export function Marked({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map(({ at, chunk, isHit }) =>
    isHit ? (
      <mark key={at} className="rounded-[2px] bg-fill-press font-medium text-ink">
        {chunk}
      </mark>
    ) : (
      chunk
    ),
  );
}

type Piece = { at: number; chunk: string; isHit: boolean };

/** Splits a text at the matches of the whole query, or of each word if the whole query does not occur. */
export function piecesOf(text: string, query: string): Piece[] {
  const whole = query.trim();
  if (whole === "") return [{ at: 0, chunk: text, isHit: false }];
  const isWhole = new RegExp(escaped(whole), "iu").test(text);
  const wanted = isWhole ? [whole] : [...new Set(whole.split(/\s+/))].sort((a, b) => b.length - a.length);
  let at = 0;
  return text.split(new RegExp(`(${wanted.map(escaped).join("|")})`, "iu")).flatMap((chunk, index) => {
    const piece = { at, chunk, isHit: index % 2 === 1 };
    at += chunk.length;
    return chunk === "" ? [] : [piece];
  });
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
