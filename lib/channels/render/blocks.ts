import { tableOf } from "@/lib/documents/live";
import { type DrawnChart, drawnAs } from "@/lib/shared/blocks/chart";
import type { Block, LeafBlock } from "@/lib/shared/blocks/index";
import { isQuery, isSql, type Query, uniqueNames } from "@/lib/shared/blocks/live";
import { chartFrom } from "@/lib/shared/blocks/live-chart";
import { metricChange, metricValue } from "@/lib/shared/blocks/metrics";
import { numberWords, type TableColumn } from "@/lib/shared/blocks/table-column";
import { whenWords } from "@/lib/shared/blocks/when-words";
import { csvLine } from "@/lib/shared/csv";
import { cellText } from "@/lib/shared/data/cell";
import { isAppError } from "@/lib/shared/errors";
import { fileIdOf } from "@/lib/shared/file-address";
import { query } from "@/lib/tables/query";
import type { OutFile } from "../content";
import { columns, richOf } from "./markdown";
import { plainRich, type Rich, RichBuilder } from "./rich";

/** A table with more rows goes as a CSV file. */
export const MAX_TEXT_ROWS = 10;
const MAX_TEXT_COLUMNS = 6;
/** Code and JSON with more characters go as a file. */
const MAX_CODE = 3_000;

/** What one block says: a text, and a file where it is one. Forms are asked, and stand in `asks.ts`. */
export type Said = { text: Rich; file?: OutFile };

/** Blocks as a phone shows them. Queries are run as they stand now. */
export async function saidOf(agentId: string, block: LeafBlock): Promise<Said | null> {
  switch (block.type) {
    case "markdown":
      return { text: richOf(block.content) };
    case "alert":
      return { text: new RichBuilder().add(`${SIGNS[block.variant]} `).append(richOf(block.content)).done() };
    case "code":
      return verbatim(block.content, block.language);
    case "json":
      return verbatim(JSON.stringify(block.data, null, 2) ?? "null", "json");
    case "image":
      return image(block);
    case "table":
      return table(agentId, block);
    case "chart":
      return chart(agentId, block);
    case "metrics":
      return { text: figures(block) };
    case "choice":
      return { text: cards(block) };
    case "timeline":
      return { text: events(block) };
    case "diagram":
      return diagram(block);
    case "file":
      return stored(block);
    case "form":
      return null;
  }
}

const SIGNS = { info: "ℹ️", warning: "⚠️", danger: "🛑", success: "✅" } as const;

function figures({ items }: Block<"metrics">): Rich {
  const all = new RichBuilder();
  for (const item of items) {
    const change = metricChange(item);
    all.add(`${item.label}: `).mark({ type: "bold" }, () => all.add(metricValue(item)));
    all.add(change ? `, ${change}\n` : "\n");
  }
  return all.done();
}

function cards({ label, options }: Block<"choice">): Rich {
  const all = new RichBuilder();
  all.mark({ type: "bold" }, () => all.add(label));
  for (const { label, badge, description } of options)
    all.add(`\n• ${[label, badge, description].filter(Boolean).join(" · ")}`);
  return all.done();
}

function events({ items }: Block<"timeline">): Rich {
  const all = new RichBuilder();
  for (const { at, title, text } of items) {
    all.add(`${whenWords(at)}  `).mark({ type: "bold" }, () => all.add(title));
    all.add(text ? `: ${text}\n` : "\n");
  }
  return all.done();
}

function stored({ url, name, description = "" }: Block<"file">): Said {
  const id = fileIdOf(url) ?? "";
  const instead = plainRich(`📎 ${name}`);
  return {
    text: plainRich(description),
    file: { as: "document", name, from: { is: "file", id }, instead },
  };
}

/** Drawn; where it cannot be, its source, which reads as a list of what leads to what. */
function diagram({ source, title = "" }: Block<"diagram">): Said {
  const instead = new RichBuilder();
  if (title) instead.mark({ type: "bold" }, () => instead.add(title)).add("\n");
  instead.mark({ type: "pre", language: "mermaid" }, () => instead.add(source.slice(0, MAX_CODE)));
  return {
    text: plainRich(title),
    file: { as: "photo", name: "diagram.png", instead: instead.done(), from: { is: "diagram", source } },
  };
}

function verbatim(text: string, language: string): Said {
  if (text.length > MAX_CODE) {
    const name = `${language.replace(/[^\w-]/g, "") || "code"}.${language === "json" ? "json" : "txt"}`;
    const from = {
      is: "text",
      text,
      mediaType: language === "json" ? "application/json" : "text/plain",
    } as const;
    return {
      text: plainRich(""),
      file: { as: "document", name, from, instead: plainRich(`${text.slice(0, MAX_CODE)}…`) },
    };
  }
  const all = new RichBuilder();
  all.mark({ type: "pre", language }, () => all.add(text || " "));
  return { text: all.done() };
}

function image({ url, alt = "" }: Block<"image">): Said {
  const id = fileIdOf(url);
  const words = plainRich(alt);
  if (id)
    return {
      text: words,
      file: { as: "photo", name: "picture", from: { is: "file", id }, instead: plainRich(`🖼 ${alt}`) },
    };
  // A picture of the web is looked at when the person opens it.
  if (/^https?:/i.test(url))
    return { text: richOf(`🖼 [${alt || "Picture"}](${encodeURI(decodeURISafe(url))})`) };
  return { text: plainRich(`🖼 ${alt || "A picture"}, to be seen in Easel.`) };
}

function decodeURISafe(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

type Grid = { labels: string[]; rows: string[][]; isRight: boolean[] };

async function table(agentId: string, block: Block<"table">): Promise<Said> {
  const grid = await gridOf(agentId, block).catch(orWords);
  if (typeof grid === "string") return { text: plainRich(`⚠️ ${grid}`) };
  const { labels, rows, isRight } = grid;
  if (rows.length === 0) return { text: plainRich(`${labels.join(", ")}: no rows.`) };
  const first = rows.slice(0, MAX_TEXT_ROWS);
  const all = new RichBuilder();
  if (labels.length > MAX_TEXT_COLUMNS) records(all, labels, first);
  else all.mark({ type: "pre" }, () => all.add(columns([labels, ...first], isRight)));
  if (rows.length <= MAX_TEXT_ROWS) return { text: all.done() };
  const text = [labels, ...rows].map((row) => csvLine(row)).join("");
  return {
    text: plainRich(`A table of ${rows.length.toLocaleString("en")} rows.`),
    file: {
      ...{ as: "document", name: "table.csv", instead: all.done() },
      from: { is: "text", text, mediaType: "text/csv" },
    },
  };
}

/** Rows that are too wide for a phone, one below the other. */
function records(all: RichBuilder, labels: readonly string[], rows: readonly string[][]): void {
  for (const row of rows) {
    all.gap(2).mark({ type: "bold" }, () => all.add(row[0] || "—"));
    row.slice(1).forEach((cell, at) => {
      if (cell) all.add(`\n${labels[at + 1]}: ${cell}`);
    });
  }
}

async function gridOf(agentId: string, { columns: given, data }: Block<"table">): Promise<Grid> {
  if (!isQuery(data)) {
    const shown = given ?? [];
    return {
      labels: shown.map(({ label, key }) => label || key),
      rows: data.map((row) =>
        shown.map((column) =>
          figureText(column, Object.hasOwn(row, column.key) ? row[column.key] : undefined),
        ),
      ),
      isRight: shown.map(
        ({ align, kind, key }) => align === "right" || kind === "number" || areNumbers(data, key),
      ),
    };
  }
  const result = await rowsOf(agentId, data);
  const names = uniqueNames(result.columns);
  const shown = given?.filter(({ key }) => names.includes(key)) ?? names.map((key) => ({ key, label: key }));
  const places = shown.map(({ key }) => names.indexOf(key));
  return {
    labels: shown.map(({ label, key }) => label || key),
    rows: result.rows.map((row) => places.map((at) => (row[at] == null ? "" : cellText(row[at])))),
    isRight: places.map((at) => result.rows.every((row) => row[at] == null || typeof row[at] === "number")),
  };
}

/** A figure with what it is of, anything else as it is. */
const figureText = (column: TableColumn, value: unknown): string =>
  typeof value === "number" ? numberWords(value, column, value.toLocaleString("en")) : asText(value);

const areNumbers = (rows: Record<string, unknown>[], key: string) =>
  rows.length > 0 && rows.every((row) => row[key] == null || typeof row[key] === "number");

function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

const rowsOf = (agentId: string, data: Query) =>
  isSql(data) ? query(agentId, data as Parameters<typeof query>[1]) : tableOf(agentId, data);

async function chart(agentId: string, block: Block<"chart">): Promise<Said> {
  const given = await drawnOf(agentId, block).catch(orWords);
  if (typeof given === "string") return { text: plainRich(`⚠️ ${given}`) };
  const drawn = drawnAs(given);
  const title = drawn.title ?? "Chart";
  return {
    text: plainRich(drawn.title ?? ""),
    file: {
      ...{ as: "photo", name: "chart.png", instead: numbers(drawn, title) },
      from: { is: "chart", block: drawn },
    },
  };
}

async function drawnOf(agentId: string, block: Block<"chart">): Promise<DrawnChart | string> {
  const { data, ...rest } = block;
  if (!isQuery(data)) return { ...rest, data };
  const made = chartFrom(block.chartType, await rowsOf(agentId, data));
  return "problem" in made ? made.problem : { ...rest, data: made.data };
}

/** The numbers of a chart, where no picture of it can be made. */
function numbers({ data, unit }: DrawnChart, title: string): Rich {
  const head = ["", ...data.series.map(({ name }) => (unit ? `${name}, ${unit}` : name))];
  const rows = data.labels
    .slice(0, 30)
    .map((label, at) => [label, ...data.series.map(({ values }) => String(values[at] ?? ""))]);
  const all = new RichBuilder();
  all.mark({ type: "bold" }, () => all.add(title)).add("\n");
  all.mark({ type: "pre" }, () =>
    all.add(
      columns(
        [head, ...rows],
        head.map((_, at) => at > 0),
      ),
    ),
  );
  return all.done();
}

function orWords(error: unknown): string {
  if (isAppError(error)) return error.message;
  throw error;
}
