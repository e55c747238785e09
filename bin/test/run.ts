import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeScratch, removeScratch } from "./scratch.ts";
import { type Count, STAGES, type Stage } from "./stages.ts";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no stage ${unknown.join(", ")}: choose from ${STAGES.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}

const start = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;
const folder = mkdtempSync(join(tmpdir(), "easel-test-"));
const scratch = makeScratch();
if (scratch) process.env.EASEL_TEST_SCRATCH = scratch;
const results = new Map<string, Count>();
const stages = STAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const started = new Map<string, () => Promise<Count>>();

for (const stage of stages) {
  for (const other of stages.filter(({ beside }) => beside === stage.name))
    started.set(other.name, begin(other));
  console.log(`\n=== ${stage.title}`);
  const since = performance.now();
  const blocked = stage.needs && results.get(stage.needs)?.failed;
  if (blocked) console.log(`Not run: ${stage.needs} failed`);
  const end = started.get(stage.name) ?? (() => stage.run(folder));
  const count = blocked
    ? { passed: 0, failed: 1, failures: [`not run: ${stage.needs} failed`] }
    : await end();
  results.set(stage.name, count);
  console.log(`=== ${stage.title}: ${count.passed} passed, ${count.failed} failed in ${seconds(since)}`);
}
rmSync(folder, { recursive: true });
if (scratch) removeScratch(scratch);

let passed = 0;
let failed = 0;
for (const [stage, count] of results) {
  passed += count.passed;
  failed += count.failed;
  for (const failure of count.failures) console.log(`Failed in ${stage}: ${failure}`);
}
console.log(`\nIn ${seconds(start)}:`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Starts a stage early and buffers its output until the stage's turn. */
function begin(stage: Stage): () => Promise<Count> {
  const output: string[] = [];
  const ending = stage.run(folder, (text) => output.push(text));
  return async () => {
    const count = await ending;
    process.stdout.write(output.join(""));
    return count;
  };
}
