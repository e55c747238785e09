import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

/** Measures a mail account with 10,000 mails in a folder, or `MAILS`: list, search and read, with the connection. */
export async function mailRows(env: Record<string, string>): Promise<Row[]> {
  const measured = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/mail-calls.ts"],
    env,
    ready: /^figures (\{.*\})$/,
    timeoutMs: 600_000,
  });
  await measured.stop();
  const figures: Record<string, number> = JSON.parse(measured.url);
  return Object.entries(figures).map(([name, easel]) => ({ name: `mail, ${name}`, easel }));
}
