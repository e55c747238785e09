import { median } from "./client.ts";
import type { Row } from "./report.ts";

const ROWS = 200_000;
const ROUNDS = 3;

export async function csvRows(url: string): Promise<Row[]> {
  const csv = sales();
  const imports: number[] = [];
  const exports: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const name = await timed(imports, async () => {
      const response = await fetch(`${url}/api/database/tables/sales/csv`, { method: "POST", body: csv });
      const { table, rows } = await response.json();
      if (rows !== ROWS) throw new Error(`Of ${ROWS} rows ${rows} were imported (${response.status})`);
      return table;
    });
    await timed(exports, async () => {
      const response = await fetch(`${url}/api/database/tables/${name}/csv`);
      const { byteLength } = await response.arrayBuffer();
      if (byteLength < csv.length) throw new Error(`${byteLength} of ${csv.length} bytes came back`);
    });
    await fetch(`${url}/api/database/tables/${name}`, { method: "DELETE" });
  }
  const perSecond = (all: number[]) => Math.round((ROWS / median(all)) * 1_000);
  return [
    { name: "CSV import, rows per second", easel: perSecond(imports) },
    { name: "CSV export, rows per second", easel: perSecond(exports) },
  ];
}

function sales(): string {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const day = `2024-0${1 + (at % 9)}-1${at % 10}`;
    return `${at},${day},City ${at % 97},"Product, ${at % 31}",${at % 1_000},${(at % 5_000) / 8}`;
  });
  return `id,day,city,product,sold,price\n${lines.join("\n")}\n`;
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}
