import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Count, STAGES, type Stage } from "./stages.ts";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no stage ${unknown.join(", ")}: choose of ${STAGES.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}

const start = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;
const folder = mkdtempSync(join(tmpdir(), "easel-test-"));
const stages = STAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const begun = new Map<string, Begun>();
for (const stage of stages) begun.set(stage.name, begin(stage));

const total: Count = { passed: 0, failed: 0 };
for (const { title, show, count } of begun.values()) {
  console.log(`\n=== ${title}`);
  show();
  const { passed, failed, took } = await count;
  console.log(`=== ${title}: ${passed} passed, ${failed} failed in ${took}`);
  total.passed += passed;
  total.failed += failed;
}
rmSync(folder, { recursive: true });

console.log(`\nIn ${seconds(start)}:`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

type Begun = {
  title: string;
  /** Prints what the stage has said, and from now on what it says. */
  show(): void;
  count: Promise<Count & { took: string }>;
};

/** Begins a stage as soon as those have ended that it comes after. */
function begin({ title, after = [], needs, run }: Stage): Begun {
  const said: string[] = [];
  let hear = (text: string) => void said.push(text);
  const counted = async () => {
    const before = new Map<string, Count>();
    for (const name of after) {
      const count = await begun.get(name)?.count;
      if (count) before.set(name, count);
    }
    const since = performance.now();
    const blocked = needs && before.get(needs)?.failed;
    if (blocked) hear(`Not run: ${needs} failed\n`);
    const count = blocked ? { passed: 0, failed: 1 } : await run(folder, (text) => hear(text));
    return { ...count, took: seconds(since) };
  };
  return {
    title,
    show: () => {
      process.stdout.write(said.join(""));
      hear = (text) => void process.stdout.write(text);
    },
    count: counted(),
  };
}
