import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "../../bin/chromium.mjs";
import { freePort } from "../free-port.ts";
import type { Row } from "./report.ts";

/** Fetched by npm on demand: nothing else needs it, and it would be an eighth of all installed files. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const MAX_BYTES = 64_000_000;

type Report = {
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
  categories: Record<string, { id: string; score: number | null }>;
};

/** Measures pages, by name and address. Prints the audits that a page fails. */
export async function lighthouseRows(pages: Record<string, string>): Promise<Row[]> {
  const port = await freePort();
  const options = await chromium();
  const browser = await playwright.launch({
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  const rows: Row[] = [];
  try {
    for (const [name, address] of Object.entries(pages)) {
      const { audits, categories } = await report(address, port);
      for (const { title, score, displayValue } of Object.values(audits))
        if (score !== null && score < 0.9) console.error(`  ${name}: ${title}: ${displayValue ?? score}`);
      for (const { id, score } of Object.values(categories))
        rows.push({
          name: `Lighthouse ${id}, ${name}`,
          easel: Math.round((score ?? Number.NaN) * 100),
          aim: 95,
        });
    }
  } finally {
    await browser.close();
  }
  return rows;
}

async function report(address: string, port: number): Promise<Report> {
  const args = [
    "--output=json",
    "--quiet",
    "--preset=desktop",
    "--only-categories=accessibility,best-practices,performance",
  ];
  const { stdout } = await promisify(execFile)(
    "npm",
    ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", address, `--port=${port}`, ...args],
    { maxBuffer: MAX_BYTES },
  );
  return JSON.parse(stdout) as Report;
}
