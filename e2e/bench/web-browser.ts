import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

/**
 * Measures the browser's tools in a separate process that calls them as the loop does, against plain
 * Playwright.
 */
export async function browserToolRows(): Promise<Row[]> {
  const site = await launch({ args: ["e2e/web/site.ts"], ready: /(http:\S+)/ });
  try {
    const measured = await launch({
      args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/web-browser-calls.ts", site.url],
      env: { EASEL_EGRESS_ALLOW: "localhost" },
      ready: /^figures (\[.*\])$/,
    });
    await measured.stop();
    const rows: Row[] = JSON.parse(measured.url);
    return rows.map((row) => ({ ...row, name: `browser, ${row.name}` }));
  } finally {
    await site.stop();
  }
}
