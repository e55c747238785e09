import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
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
const PATIENT = "lib/base/testing/patient.ts";
const DATABASE = "lib/store/testing/setup.ts";
const COMPILES = "lib/authored/compile/testing/setup.ts";

/** They wait for next to nothing, so more workers than cores would only load what all need once more each. */
const DRAW = { maxWorkers: availableParallelism(), sequence: { groupOrder: 0 } };
/** Vitest wants projects that have fewer workers to come before or after the others: these run beside the build. */
const REST = { sequence: { groupOrder: 1 } };

/** Short files come last where nothing is known of them, and these take long: all workers but one would wait for it. */
const LONG = [
  "app/api/hostile-values.test.ts",
  "lib/authored/components/diagrams.test.ts",
  "lib/documents/cases.test.ts",
  "lib/embedding/embed.test.ts",
  "lib/files/pdf.test.ts",
].map((file) => join(import.meta.dirname, file));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The project that shares its processes is the last one; the others keep their places.
    const place = ({ project, moduleId }: TestSpecification) =>
      project.name !== "sharing" ? 0 : LONG.includes(moduleId) ? 1 : 2;
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
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
    sequence: { sequencer: LongFirst },
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
          setupFiles: [PATIENT, "lib/base/testing/as-new.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...DRAW,
          name: "drawn",
          include: DRAWN,
          environment: "happy-dom",
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
          environment: "happy-dom",
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
