import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

type Figure = { bare: number; easel: number };

/** What a program costs that does nothing, beside `deno run -`; measured in a process that calls it as the server does. */
export async function programRows(): Promise<Row[]> {
  const measured = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/programs-calls.ts"],
    ready: /^figures (\{.*\})$/,
  });
  await measured.stop();
  const figures: Record<string, Figure> = JSON.parse(measured.url);
  return Object.entries(figures).map(([name, figure]) => ({ name: `programs, ${name}`, ...figure }));
}
