import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const ALL = "{app,components,lib,bin,drizzle,e2e}/**/*.test.{ts,tsx,mjs}";
/**
 * Tests that leave nothing in their process that another file could meet share it, which saves the most part of their
 * time. What replaces modules, or depends on what is not loaded yet, has one of its own, and so has whatever knows a
 * database or an environment.
 */
const SHARING = globSync(
  "{components,lib/{authored/{compile,identity,json-schema},egress,http,search,shared},e2e/provider}/**/*.test.{ts,tsx}",
  {
    exclude: [
      "components/**/*.dom.test.{ts,tsx}",
      "components/canvas/pins/board.test.ts",
      "components/markdown/view.test.tsx",
      "lib/egress/{lookup,record,shown-url}.test.ts",
      "lib/http/route.test.ts",
    ],
  },
);
/** Pages and hooks, drawn without a browser; what only a browser can show is a journey in `e2e`. */
const DRAWN = "components/**/*.dom.test.{ts,tsx}";
const COMPILES = "lib/authored/compile/testing/setup.ts";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    // Half as many more as there are cores: a test waits for about a third of its time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
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
    testTimeout: 15_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: "sharing", include: SHARING, isolate: false, globalSetup: COMPILES },
      },
      {
        extends: true,
        test: {
          name: "drawn",
          include: [DRAWN],
          environment: "happy-dom",
          setupFiles: "components/client/testing/setup.ts",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: [ALL],
          exclude: ["node_modules", DRAWN, ...SHARING],
          globalSetup: ["lib/store/testing/setup.ts", COMPILES],
        },
      },
    ],
  },
});
