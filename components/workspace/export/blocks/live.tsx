import { CodeText } from "@/components/workspace/export/code-text";
import { type Context, html, type Pieces } from "@/components/workspace/export/pieces";
import type { Block } from "@/lib/shared/blocks/index";
import { isQuery, type Query, queryText, uniqueNames } from "@/lib/shared/blocks/live";
import { chartFrom } from "@/lib/shared/blocks/live-chart";
import { cellText } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/export";
import { drawChart } from "./chart";
import type { BlockContext } from "./index";
import { drawTable } from "./table";

/** Yields a table. A live table contains the rows that its query returns now. */
export async function* drawAnyTable(
  { columns, data }: Block<"table">,
  place: unknown,
  context: Context,
): AsyncGenerator<string> {
  if (!isQuery(data)) return yield* drawTable({ columns: columns ?? [], data }, place, context);
  const result = await context.query(data);
  if (!result) return yield* unread(data, context);
  const names = uniqueNames(result.columns);
  const rows = result.rows.map((cells) =>
    Object.fromEntries(
      names.map((name, at) => {
        const cell = cells[at] ?? null;
        return [name, typeof cell === "object" && cell !== null ? cellText(cell) : cell];
      }),
    ),
  );
  const named = columns ?? names.map((name) => ({ key: name, label: name }));
  yield* drawTable({ columns: named, data: rows }, place, context);
  const count = rows.length;
  if (!context.isForOthers)
    yield* origin(data, result.truncated ? t("firstRowsOrigin", { count }) : t("rowsOrigin"));
  else if (result.truncated) yield html(<p className="quiet">{t("firstRows", { count })}</p>);
}

/** Yields a chart. A live chart contains the numbers that its query returns now. */
export async function* drawAnyChart(
  { data, ...block }: Block<"chart">,
  place: Pick<BlockContext, "answer">,
  context: Context,
): AsyncGenerator<string> {
  if (!isQuery(data)) return yield* drawChart({ ...block, data }, place, context);
  const result = await context.query(data);
  const drawn = result && chartFrom(block.chartType, result);
  if (!drawn || "problem" in drawn) return yield* unread(data, context);
  yield* drawChart({ ...block, data: drawn.data }, place, context);
  if (!context.isForOthers) yield* origin(data, t("numbersOrigin"));
}

function* origin(query: Query, summary: string): Pieces & Iterable<string> {
  yield html(
    <details className="data">
      <summary>{summary}</summary>
      <CodeText {...queryText(query)} />
    </details>,
  );
}

function* unread(query: Query, { isForOthers }: Context): Pieces & Iterable<string> {
  if (isForOthers) return yield html(<p className="quiet">{t("unreadable")}</p>);
  yield html(
    <>
      <p className="quiet">{t("queryFailed")}</p>
      <CodeText {...queryText(query)} />
    </>,
  );
}
