import { readFileSync } from "node:fs";
import { Failed, Headings } from "./output.mjs";

/** Groups without text of the document. A group that begins with `\*` is skipped, too. */
const SKIPPED = new Set([
  ...[
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "object",
    "header",
    "footer",
    "headerl",
    "headerr",
  ],
  ...[
    "footerl",
    "footerr",
    "themedata",
    "datastore",
    "listtable",
    "listoverridetable",
    "fldinst",
    "xmlnstbl",
  ],
]);
const BREAKS = { par: "\n", line: "\n", row: "\n", sect: "\n", page: "\n", tab: "\t", cell: " | " };
const MARKS = {
  ...{ emdash: "—", endash: "–", lquote: "‘", rquote: "’", ldblquote: "“", rdblquote: "”", bullet: "•" },
};
const TOKEN =
  /\\(?<word>[a-z]{1,32})(?<number>-?\d{1,10})? ?|\\'(?<hex>[0-9a-f]{2})|\\(?<sign>[^a-z'])|(?<brace>[{}])|(?<text>[^\\{}\r\n]+)|[\r\n]+/gi;
const MAX_DEPTH = 1_000;

/** Reads rich text by its tokens: control words, groups and text. */
export async function readRtf(path, output) {
  const source = readFileSync(path, "latin1");
  if (!source.startsWith("{\\rtf")) throw new Failed("broken");
  const decoder = new TextDecoder(
    `windows-${/\\ansicpg(125\d)/.exec(source.slice(0, 1_000))?.[1] ?? "1252"}`,
  );
  const headings = new Headings();
  const groups = [{ isSkipped: false, unicodeSkip: 1 }];
  let [line, level, skip] = ["", null, 0];
  const end = async () => {
    if (level !== null) headings.open(level + 1, line);
    await output.add(headings.place, `${line}\n`);
    line = "";
  };
  for (const { groups: token } of source.matchAll(TOKEN)) {
    const group = groups.at(-1);
    const { word, number, hex, sign, brace, text } = token;
    if (brace === "{") {
      if (groups.length > MAX_DEPTH) throw new Failed("broken");
      groups.push({ ...group });
    } else if (brace === "}") {
      if (groups.length > 1) groups.pop();
    } else if (word) {
      if (SKIPPED.has(word)) group.isSkipped = true;
      if (group.isSkipped) continue;
      if (word === "uc") group.unicodeSkip = Number(number ?? 1);
      else if (word === "u") {
        line += String.fromCharCode(Number(number) & 0xffff);
        skip = group.unicodeSkip;
      } else if (word === "pard") level = null;
      else if (word === "outlinelevel") level = Number(number);
      else if (BREAKS[word] === "\n") await end();
      else line += BREAKS[word] ?? MARKS[word] ?? "";
    } else if (sign === "*") group.isSkipped = true;
    else if (!group.isSkipped) {
      const own = hex
        ? decoder.decode(Uint8Array.of(Number.parseInt(hex, 16)))
        : text
          ? decode(decoder, text)
          : SIGNS[sign];
      const used = Math.min(skip, own?.length ?? 0);
      skip -= used;
      line += (own ?? "").slice(used);
    }
    if (output.isFull) return;
  }
  await end();
}

const SIGNS = { "~": "\u00a0", _: "-", "\\": "\\", "{": "{", "}": "}" };

const decode = (decoder, text) => decoder.decode(Buffer.from(text, "latin1"));
