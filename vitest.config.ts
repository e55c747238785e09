import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ALL = globSync("{app,components,lib,bin,drizzle,e2e}/**/*.test.{ts,tsx,mjs}", {
  exclude: ["**/*.dom.test.{ts,tsx}"],
});
/** Component tests in happy-dom. Tests that need a real browser are journeys in `e2e`. */
const ALL_DRAWN = globSync("components/**/*.dom.test.{ts,tsx}");
/**
 * Test files share worker processes, which saves most of the time; a setup file resets state between files. A
 * file that mocks or resets modules needs its own process.
 */
const needsOwn = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, "utf8"));
const APART = ALL.filter(needsOwn);
const SHARING = ALL.filter((file) => !APART.includes(file));
const DRAWN_APART = ALL_DRAWN.filter(needsOwn);
const DRAWN = ALL_DRAWN.filter((file) => !DRAWN_APART.includes(file));
const PATIENT = "lib/ground/base/testing/patient.ts";
const DATABASE = "lib/store/testing/setup.ts";
const COMPILES = "lib/code/compile/testing/setup.ts";

/** These tests rarely wait, so more workers than cores would only repeat the loading of shared modules. */
const DRAW = {
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 0 },
  environment: "happy-dom",
  // A click on a link would navigate away from the page, which later files share.
  environmentOptions: {
    happyDOM: {
      settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
    },
  },
};
/** Vitest runs projects with another number of workers in a separate group. */
const REST = { sequence: { groupOrder: 1 } };

/** Slow files that start first. Without cached durations they could start last, and one worker would run alone. */
const LONG = [
  "app/api/hostile-values.test.ts",
  "lib/code/components/diagrams.test.ts",
  "lib/data/documents/cases.test.ts",
  "lib/models/embedding/embed.test.ts",
  "lib/data/files/pdf.test.ts",
];
/** Files that mostly wait, for example for rate limits. They are spread out, because together they would leave the CPU idle. */
const WAITING = [
  "lib/doors/channels/takeover.test.ts",
  "lib/ground/processes/confine.test.ts",
  "lib/doors/channels/journey.test.ts",
  "lib/web/browser/trouble.test.ts",
  "e2e/wire/failures.test.ts",
  "lib/doors/channels/channels.test.ts",
  "lib/doors/channels/whatsapp/whatsapp.test.ts",
  "lib/store/connection.test.ts",
  "lib/agent/loop/outage.test.ts",
];
/** Number of files between two waiting ones. */
const BETWEEN = 25;

class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const nameOf = ({ moduleId }: TestSpecification) => relative(import.meta.dirname, moduleId);
    const kinds = Object.groupBy(await super.sort(files), (file) => {
      // Only the files of the `sharing` project are reordered.
      if (file.project.name !== "sharing") return "before";
      return WAITING.includes(nameOf(file)) ? "waiting" : LONG.includes(nameOf(file)) ? "long" : "short";
    });
    const { before = [], waiting = [], long = [], short = [] } = kinds;
    const sharing = [...long, ...short];
    const longestFirst = waiting.toSorted((a, b) => WAITING.indexOf(nameOf(a)) - WAITING.indexOf(nameOf(b)));
    for (const [nth, file] of longestFirst.entries()) sharing.splice(nth * BETWEEN, 0, file);
    return [...before, ...sharing];
  }
}

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    // Twice the cores, because tests wait part of the time. More would repeat the loading of shared modules too often.
    maxWorkers: 2 * availableParallelism(),
    // A worker needs 512 MB. Growing the heap to that size took a fifteenth of the worker's CPU time.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64", "--initial-old-space-size=512"],
    sequence: { sequencer: Order },
    // Caches transformed modules between runs and projects.
    fsModuleCache: true,
    // Bundles drizzle's hundreds of files, which were most of the imports of a database test.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: ["drizzle-orm", "drizzle-orm/pg-core", "drizzle-orm/postgres-js"],
        },
      },
    },
    // Only for tests that hang. Tests assert their own time limits, because a busy machine can be many times slower.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          ...REST,
          name: "sharing",
          include: SHARING,
          isolate: false,
          globalSetup: [DATABASE, COMPILES],
          setupFiles: [PATIENT, "lib/ground/base/testing/as-new.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...DRAW,
          name: "drawn",
          include: DRAWN,
          setupFiles: [PATIENT, "components/client/testing/setup.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...DRAW,
          name: "drawn apart",
          include: DRAWN_APART,
          setupFiles: [PATIENT, "components/client/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...REST,
          name: "apart",
          include: APART,
          setupFiles: PATIENT,
          globalSetup: [DATABASE, COMPILES],
        },
      },
    ],
  },
});
