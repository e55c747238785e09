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

export async function lighthouseRows(address: string): Promise<Row[]> {
  const port = await freePort();
  const options = await chromium();
  const browser = await playwright.launch({
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    const { audits, categories } = await report(address, port);
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

async function report(address: string, port: number): Promise<Report> {
  const args = [
    "--output=json",
    "--quiet",
    "--preset=desktop",
    "--only-categories=accessibility,performance",
  ];
  const { stdout } = await promisify(execFile)(
    "npm",
    ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", address, `--port=${port}`, ...args],
    { maxBuffer: MAX_BYTES },
  );
  return JSON.parse(stdout) as Report;
}
