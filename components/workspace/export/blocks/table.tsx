import {
  type Column,
  columnsOf,
  isTicked,
  type Row,
  shareOf,
} from "@/components/draw/blocks/table/table-columns";
import { type Context, html } from "@/components/workspace/export/pieces";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import { t } from "@/lib/shared/i18n/en/export";

const AT_ONCE = 100;
/** A table with more rows scrolls in its own box on screen; in print it is shown whole. */
const LONG = 60;

export async function* drawTable(
  { columns: wanted, data }: { columns: TableColumn[]; data: Row[] },
  _place: unknown,
  { breathe }: Pick<Context, "breathe">,
): AsyncGenerator<string> {
  const columns: Column[] = [];
  for (const column of wanted) {
    columns.push(...columnsOf([column], data));
    await breathe();
  }
  yield `<div class="scroll${data.length > LONG ? " long" : ""}" tabindex="0"><table>`;
  yield html(
    <thead>
      <tr>
        {columns.map(({ key, label, align }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
          <th key={`${index}:${key}`} scope="col" className={align === "left" ? undefined : align}>
            {label}
          </th>
        ))}
      </tr>
    </thead>,
  );
  yield "<tbody>";
  for (let at = 0; at < data.length; at += AT_ONCE) {
    yield html(data.slice(at, at + AT_ONCE).map((row, index) => rowOf(row, at + index, columns)));
    await breathe();
  }
  yield "</tbody></table></div>";
  if (data.length > LONG || data.length === 0)
    yield html(<p className="quiet">{t("rows", { count: data.length })}</p>);
}

const rowOf = (row: Row, index: number, columns: Column[]) => (
  <tr key={index}>
    {columns.map((column, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
      <td key={`${at}:${column.key}`} className={column.align === "left" ? undefined : column.align}>
        <Cell row={row} column={column} />
      </td>
    ))}
  </tr>
);

function Cell({ row, column }: { row: Row; column: Column }) {
  const { kind, tones } = column;
  const text = column.text(row);
  const value = column.value(row);
  if (kind === "checkbox")
    return (
      <span role="img" aria-label={text}>
        {isTicked(value) ? "☑" : "☐"}
      </span>
    );
  if (!text) return null;
  if (kind === "link") return <a href={String(value)}>{text}</a>;
  if (kind === "badge") return <span className={`badge ${tones?.[text] ?? ""}`}>{text}</span>;
  if (kind === "data") return <code>{text}</code>;
  if (kind !== "bar" && kind !== "progress") return text;
  return (
    <>
      <span className="bar" aria-hidden>
        <i style={{ width: `${shareOf(column, row) * 100}%` }} />
      </span>
      {text}
    </>
  );
}
