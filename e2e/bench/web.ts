import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

/**
 * Measures fetch_url in a separate process that calls it as the loop does, against plain fetch from another
 * process.
 */
export async function webRows(): Promise<Row[]> {
  const site = await launch({ args: ["e2e/web/site.ts"], ready: /(http:\S+)/ });
  try {
    const measured = await launch({
      args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/web-calls.ts", site.url],
      env: { EASEL_EGRESS_ALLOW: "localhost" },
      ready: /^figures (\[.*\])$/,
    });
    await measured.stop();
    const rows: Row[] = JSON.parse(measured.url);
    return rows.map((row) => ({ ...row, name: `web, ${row.name}` }));
  } finally {
    await site.stop();
  }
}
