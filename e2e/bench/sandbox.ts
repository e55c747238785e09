import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

export async function sandboxRows(): Promise<Row[]> {
  const measured = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/sandbox-calls.ts"],
    ready: /^figures (\{.*\})$/,
  });
  await measured.stop();
  const figures: Record<string, number> = JSON.parse(measured.url);
  return Object.entries(figures).map(([name, easel]) => ({ name: `sandbox, ${name}`, easel }));
}
