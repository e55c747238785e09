import type { FilePlace } from "@/lib/shared/files";

export type Section = { place: FilePlace; text: string };

/** Longer lines are divided, because some files have one line only. */
const MAX_LINE = 8_000;
const MAX_HEADING_CHARS = 200;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*\s*$/;
const FENCE = /^\s*(```|~~~)/;
const TIMES = /^(?<time>(?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}\s+-->\s/;

/** Divides text into sections: of each line, of each line below its heading, or of each line of a transcript. */
export async function* plainSections(
  pieces: AsyncIterable<string>,
  kind: "lines" | "markdown" | "times",
): AsyncGenerator<Section> {
  const placeOf = { lines: linePlaces, markdown: headingPlaces, times: timePlaces }[kind]();
  let number = 0;
  for await (const line of linesOf(pieces)) {
    number++;
    const place = placeOf(line, number);
    if (place) yield { place, text: `${line}\n` };
  }
}

type PlaceOf = (line: string, number: number) => FilePlace | null;

const linePlaces = (): PlaceOf => (_, line) => ({ at: "line", line });

function headingPlaces(): PlaceOf {
  let path: { depth: number; heading: string }[] = [];
  let [count, isCode] = [0, false];
  return (line) => {
    if (FENCE.test(line)) isCode = !isCode;
    const [, marks, heading] = (!isCode && HEADING.exec(line)) || [];
    if (marks && heading) {
      path = path.filter(({ depth }) => depth < marks.length);
      path.push({ depth: marks.length, heading: heading.slice(0, MAX_HEADING_CHARS) });
      count++;
    }
    return { at: "heading", heading: path.map(({ heading }) => heading).join(" › "), n: count };
  };
}

/** Leaves out the times and numbers between the spoken lines. */
function timePlaces(): PlaceOf {
  let time: string | null = null;
  return (line) => {
    const found = TIMES.exec(line)?.groups?.time;
    if (found !== undefined) {
      time = found;
      return null;
    }
    if (line.trim() === "") {
      time = null;
      return null;
    }
    return time === null ? null : { at: "time", time };
  };
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield* parts(line);
    while (rest.length > MAX_LINE) {
      yield rest.slice(0, MAX_LINE);
      rest = rest.slice(MAX_LINE);
    }
  }
  if (rest !== "") yield* parts(rest);
}

function* parts(line: string): Generator<string> {
  for (let at = 0; at === 0 || at < line.length; at += MAX_LINE) yield line.slice(at, at + MAX_LINE);
}
