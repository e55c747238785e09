import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "@/lib/code/compile/index";
import openRuntime from "@/lib/code/compile/testing/setup";
import { median } from "./client.ts";

/* Compiles each sample, first as it is and then with a changed source. Prints the milliseconds of the first
   compilation, and the median and longest of the rest. */

const FOLDER = join(import.meta.dirname, "../components/samples");
const sources = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), "utf8"));

await openRuntime();
const times: number[] = [];
for (const source of [...sources, ...sources.map((source) => `${source}\n// Again, as another source.\n`)]) {
  const began = performance.now();
  const compiled = await compile(source);
  if (!compiled.ok) throw new Error(compiled.error.message);
  times.push(performance.now() - began);
}
const [first, ...others] = times;
console.log(`compiled ${JSON.stringify({ first, median: median(others), longest: Math.max(...others) })}`);
