import { chromium as playwright } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "../../bin/chromium.mjs";
import { freePort } from "../free-port.ts";
import type { Row } from "./report.ts";

/** Lighthouse's scores (0 to 100) for a page as a desktop browser sees it. */
export async function lighthouseRows(address: string): Promise<Row[]> {
  const port = await freePort();
  const options = await chromium();
  const browser = await playwright.launch({
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    const flags = { port, onlyCategories: ["accessibility", "performance"], logLevel: "error" as const };
    const result = await lighthouse(address, flags, desktopConfig);
    const { audits = {}, categories = {} } = result?.lhr ?? {};
    for (const { title, score, displayValue } of Object.values(audits))
      if (score !== null && score < 0.9) console.error(`  ${title}: ${displayValue ?? score}`);
    return Object.values(categories).map(({ id, score }) => ({
      name: `Lighthouse ${id}, 1,000 messages`,
      easel: Math.round((score ?? Number.NaN) * 100),
    }));
  } finally {
    await browser.close();
  }
}
