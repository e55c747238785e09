import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ALL = globSync("{app,components,lib,bin,drizzle,e2e}/**/*.test.{ts,tsx,mjs}", {
  exclude: ["**/*.dom.test.{ts,tsx}"],
});
/** Pages and hooks, drawn without a browser; what only a browser can show is a journey in `e2e`. */
const ALL_DRAWN = globSync("components/**/*.dom.test.{ts,tsx}");
/**
 * Test files share their processes, which saves most of their time: what a file leaves behind is put away before the next one.
 * One that replaces modules before they are loaded, or needs some not to be loaded yet, has a process of its own.
 */
const needsOwn = (file: string) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, "utf8"));
const APART = ALL.filter(needsOwn);
const SHARING = ALL.filter((file) => !APART.includes(file));
const DRAWN_APART = ALL_DRAWN.filter(needsOwn);
const DRAWN = ALL_DRAWN.filter((file) => !DRAWN_APART.includes(file));
const PATIENT = "lib/ground/base/testing/patient.ts";
const DATABASE = "lib/store/testing/setup.ts";
const COMPILES = "lib/code/compile/testing/setup.ts";

/** They wait for little, so more workers than cores would only load what all need once more each. */
const DRAW = {
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 0 },
  environment: "happy-dom",
  // A press on a link leads away from the page, which the files after it share.
  environmentOptions: {
    happyDOM: {
      settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
    },
  },
};
/** Vitest wants projects that have fewer workers to come before or after the others: these run beside the build. */
const REST = { sequence: { groupOrder: 1 } };

/** Short files come last where nothing is known of them, and these take long: all workers but one would wait for it. */
const LONG = [
  "app/api/hostile-values.test.ts",
  "lib/code/components/diagrams.test.ts",
  "lib/data/documents/cases.test.ts",
  "lib/models/embedding/embed.test.ts",
  "lib/data/files/pdf.test.ts",
];
/** They wait for most of their time, as for the pace of a messenger: were they all at work at once, the processor would be idle. */
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
/** So many files begin between two of them. */
const BETWEEN = 25;

class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const nameOf = ({ moduleId }: TestSpecification) => relative(import.meta.dirname, moduleId);
    const kinds = Object.groupBy(await super.sort(files), (file) => {
      // The project that shares its processes is the last one; the others keep their places.
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
    // Twice as many as there are cores: a test waits for a part of its time, and each worker loads all that they need once more.
    maxWorkers: 2 * availableParallelism(),
    // A worker needs half a gigabyte: growing to it from Node's small first heap was a fifteenth of its processor time.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64", "--initial-old-space-size=512"],
    sequence: { sequencer: Order },
    // What has been transformed need not be in the next run, nor in the other project.
    fsModuleCache: true,
    // Hundreds of files, which each test that knows a database would load one by one: that was most of what it imports.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: ["drizzle-orm", "drizzle-orm/pg-core", "drizzle-orm/postgres-js"],
        },
      },
    },
    // For what hangs: how soon something has to be done is for a test to say. A busy machine takes many times as long.
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
