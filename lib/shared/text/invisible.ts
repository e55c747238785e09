/** Invisible characters and bidirectional controls. */
const CANDIDATE = /[\p{DI}\ufff9-\ufffb]/v;

/**
 * Matches these characters. The first group has those that are kept, because they change the visible text:
 * emoji with their joiners, selectors and flags, joiners in scripts that join letters, variants of ideographs
 * and symbols, one direction mark, one soft hyphen, and a word break in scripts without spaces. Outside of
 * emoji, several in a row are not kept, because they could hide text.
 */
const INVISIBLE = new RegExp(
  [
    "(",
    "\\p{RGI_Emoji}",
    "|(?<=\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f)\\u200d(?=\\p{Extended_Pictographic})",
    "|(?<=\\p{Emoji})[\\ufe0e\\ufe0f](?!(?!\\u200d\\p{Extended_Pictographic})\\p{DI})",
    "|(?<=[[\\p{L}\\p{M}]--[\\p{scx=Latn}\\p{scx=Grek}\\p{scx=Cyrl}\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}]])",
    "[\\u200c\\u200d\\u180b-\\u180f](?!\\p{DI})",
    "|(?<=\\p{Ideographic})[\\ufe00-\\ufe0d\\u{e0100}-\\u{e01ef}](?!\\p{DI})",
    "|(?<=[\\p{Sm}\\p{sc=Mymr}\\p{sc=Phag}])[\\ufe00-\\ufe0d](?!\\p{DI})",
    "|(?<!\\p{DI})[\\u200e\\u200f\\u061c](?!\\p{DI})",
    "|(?<=\\p{L})\\xad(?=\\p{L})",
    "|(?<=[\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}]\\p{M}*)\\u200b(?!\\p{DI})",
    ")|[\\p{DI}\\ufff9-\\ufffb]",
  ].join(""),
  "gv",
);

type Seen = { text: string; removed: number };

/**
 * Removes characters that a reader cannot see but a model reads: tag characters, runs of selectors and
 * joiners, zero-width spaces, and bidirectional controls. `removed` counts code points. Also works on JSON
 * text.
 */
export function withoutInvisible(text: string): Seen {
  if (!CANDIDATE.test(text)) return { text, removed: 0 };
  let removed = 0;
  const seen = text.replace(INVISIBLE, (_, stays?: string) => {
    if (stays === undefined) removed += 1;
    return stays ?? "";
  });
  return { text: seen, removed };
}

/**
 * Applies `withoutInvisible` to all strings and keys of a JSON value. Returns the same object if it removed
 * nothing.
 */
export function valueWithoutInvisible<T>(value: T): { value: T; removed: number } {
  const { text, removed } = withoutInvisible(JSON.stringify(value));
  return { value: removed > 0 ? JSON.parse(text) : value, removed };
}
