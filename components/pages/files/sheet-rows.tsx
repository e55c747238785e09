import { t } from "@/lib/shared/i18n/en/files";

/** Shows rows of a sheet as a table. `row` is the number of the first one, and cells are separated by tabs. */
export function SheetRows({ row, text }: { row: number; text: string }) {
  const rows = text.trimEnd().split("\n");
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-meta tabular-nums">
        <tbody>
          {rows.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
            <tr key={at} className="border-line border-b">
              <th
                scope="row"
                aria-label={`${t("row")} ${row + at}`}
                className="w-10 py-1 pr-3 text-right align-top font-normal text-ink-3"
              >
                {row + at}
              </th>
              {line.split("\t").map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} className="max-w-80 min-w-16 py-1 pr-4 align-top wrap-anywhere">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
