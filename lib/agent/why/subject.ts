import { leavesOf } from "@/lib/shared/blocks/leaves";
import { isQuery, type Query } from "@/lib/shared/blocks/live";
import { isRecord } from "@/lib/shared/chat/parts";
import type { WhyQuery } from "@/lib/shared/why/query";
import { type RecordCell, recordsOf } from "./records";
import { contains, matcherOf, normalText, numbersIn, type ShownValue } from "./values";

/** The content of a place: one value, a text, or a whole block or surface with many values. */
export type Subject =
  | {
      kind: "value";
      main: ShownValue;
      /** Other values beside it. With `isRow`, they are the other cells of its row. */
      context: ShownValue[];
      isRow: boolean;
      /** Names of the value: the key and heading of its column. */
      keys: string[];
    }
  | { kind: "text"; main: ShownValue; links: string[] }
  | { kind: "many"; rows: ShownValue[][] };

export type Asked = {
  subject: Subject | undefined;
  /** Queries that the blocks run themselves. */
  live: Query[];
};

const MAX_CONTEXT = 8;
const MAX_ROWS = 12;
/** Fields of blocks that say how a value looks. */
const LOOKS = new Set(
  "type tone variant kind chartType align place currency unit good language format max min step required name".split(
    " ",
  ),
);

/** Returns what a place on a surface shows. `input` is the input of the call that made it. */
export function subjectOf(input: unknown, asked: Omit<WhyQuery, "messageId" | "toolCallId">): Asked {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : undefined;
  const { block, inner, text } = asked;
  if (!blocks) return { subject: subjectIn(contentOf(input), asked), live: [] };
  const path = `blocks[${block}]${inner === undefined ? "" : `.${inner}`}`;
  const leaves = leavesOf(blocks).filter(
    (leaf) => block === undefined || leaf.path === path || leaf.path.startsWith(`${path}.`),
  );
  const found = leaves.map((leaf) => leaf.block);
  const live = found.flatMap((one) => (isRecord(one) && isQuery(one.data) ? [one.data] : []));
  const stored = found.filter((one) => !(isRecord(one) && isQuery(one.data)));
  if (text !== undefined && live.length > 0) return { subject: undefined, live };
  const [only] = stored;
  if (stored.length !== 1 || !isRecord(only)) return { subject: manyIn(stored), live };
  return { subject: tableCell(only, asked) ?? subjectIn(only, asked), live };
}

/** Returns the input of a component without its code, which the agent wrote. */
function contentOf(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { code: _, component: __, title: ___, ...content } = input;
  return content;
}

function tableCell(
  block: Record<string, unknown>,
  { text, row, column, columnAt }: Pick<WhyQuery, "text" | "row" | "column" | "columnAt">,
): Subject | undefined {
  const { columns, data } = block;
  if (text === undefined || row === undefined || !Array.isArray(columns) || !Array.isArray(data))
    return undefined;
  const named = columns.filter(isRecord);
  const own = named[columnAt ?? -1] ?? named.find(({ label, key }) => label === column || key === column);
  const key = typeof own?.key === "string" ? own.key : undefined;
  if (key === undefined) return undefined;
  const fits = matcherOf({ text });
  const shows = (one: unknown) => isRecord(one) && isScalar(one[key]) && isShownAs(one[key], text, fits);
  // The table may be sorted or filtered on the canvas, so the number of the row is only a first guess.
  const shown = shows(data[row - 1]) ? data[row - 1] : data.find(shows);
  const values = isRecord(shown) ? shown : {};
  const context = named.flatMap(({ key: other }) =>
    typeof other === "string" && other !== key ? shownOf(values[other]) : [],
  );
  const keys = [key, ...(typeof own?.label === "string" ? [own.label] : [])];
  return {
    kind: "value",
    main: { text, ...(isScalar(values[key]) && { raw: values[key] }) },
    context: context.slice(0, MAX_CONTEXT),
    isRow: true,
    keys,
  };
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function isShownAs(
  value: string | number | boolean,
  text: string,
  fits: ReturnType<typeof matcherOf>,
): boolean {
  const fit = fits(value);
  if (fit === "exact" || fit === "rounded") return true;
  if (typeof value === "string" && DATE.test(value)) return isDateOf(value, text);
  // A long text is truncated.
  return typeof value === "string" && normalText(value).startsWith(normalText(text));
}

const DATE = /^\d{4}-\d{2}-\d{2}/;

/** A formatted date has the same numbers, with the month perhaps as a word. */
function isDateOf(value: string, text: string): boolean {
  const numbers = (one: string) => (one.match(/\d+/g) ?? []).map(Number);
  const own = new Set(numbers(value));
  const shown = numbers(text);
  return shown.length > 1 && shown.every((number) => own.has(number));
}

function subjectIn(
  content: unknown,
  { text, tag, column }: Pick<WhyQuery, "text" | "tag" | "column">,
): Subject | undefined {
  // Without an element, the place is a whole block, whose text has all its values.
  if (text === undefined || (tag === undefined && column === undefined)) return manyIn([content]);
  if (text.trim() === "") return undefined;
  const records = recordsOf(withoutLooks(content));
  const fits = matcherOf({ text });
  for (const { cells } of records) {
    const at = cells.findIndex(({ value }) => fits(value) === "exact");
    if (at >= 0) return valueAt(cells, at, text);
  }
  const [number] = numbersIn(text);
  if (number && normalText(text).startsWith(normalText(number.shown))) {
    const fitsNumber = matcherOf({ text: number.shown });
    for (const { cells } of records) {
      const at = cells.findIndex(({ value }) => typeof value === "number" && fitsNumber(value) !== undefined);
      if (at >= 0) return valueAt(cells, at, number.shown);
    }
  }
  const isText =
    isRecord(content) &&
    Object.values(content).some(
      (one) => typeof one === "string" && contains(normalText(one), normalText(text)),
    );
  return isText || records.length < 4 || text.length < 200
    ? { kind: "text", main: { text }, links: linksAt(content, text) }
    : manyIn([content]);
}

function valueAt(cells: readonly RecordCell[], at: number, text: string): Subject {
  const own = cells[at];
  const others = cells.filter((_, other) => other !== at).flatMap(({ value }) => shownOf(value));
  if (typeof own?.value === "string" && own.value.split(/\s+/).length > 4)
    return { kind: "text", main: { text, raw: own.value }, links: [] };
  return {
    kind: "value",
    main: { text, raw: own?.value },
    context: others.slice(0, MAX_CONTEXT),
    isRow: false,
    keys: own ? [own.key] : [],
  };
}

const shownOf = (value: unknown): ShownValue[] =>
  isScalar(value) && typeof value !== "boolean" && `${value}`.trim() !== ""
    ? [{ text: `${value}`, raw: value }]
    : [];

/** Returns the rows of blocks, evenly chosen if there are many. */
function manyIn(blocks: readonly unknown[]): Subject | undefined {
  const rows = blocks.flatMap((block) =>
    recordsOf(withoutLooks(block)).map(({ cells }) =>
      cells.flatMap(({ value }) => shownOf(value)).slice(0, MAX_CONTEXT),
    ),
  );
  const filled = rows.filter((row) => row.length > 0);
  if (filled.length === 0) return undefined;
  const every = Math.max(1, filled.length / MAX_ROWS);
  return {
    kind: "many",
    rows: filled.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every)),
  };
}

function withoutLooks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLooks);
  if (!isRecord(value)) return value;
  // The name of a series is a value, but the name of a form field is not.
  const isSeries = Array.isArray(value.values);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !LOOKS.has(key) || (isSeries && key === "name"))
      .map(([key, item]) => [key, key === "columns" ? undefined : withoutLooks(item)]),
  );
}

const LINK = /\[[^\]]{0,500}\]\(\s{0,9}<?([^)\s>]{1,2000})>?[^)]{0,500}\)/g;

/** Returns the addresses that the Markdown of a text links to. */
function linksAt(content: unknown, text: string): string[] {
  const wanted = normalText(text);
  const texts = isRecord(content) ? Object.values(content).filter((one) => typeof one === "string") : [];
  return texts.flatMap((markdown) =>
    markdown
      .split("\n")
      .filter((line) => contains(normalText(line.replace(/^\s*(?:[-+]|\d+\.)\s+/, "")), wanted))
      .flatMap((line) => [...line.matchAll(LINK)].flatMap(([, link]) => link ?? [])),
  );
}
