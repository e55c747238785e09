import { expect, test } from "vitest";
import { type ModuleTables, misfits, misnamed, readModuleTables } from "./modules.ts";

const edges = (of: Record<string, Record<string, string>>) =>
  new Map(Object.entries(of).map(([module, others]) => [module, new Map(Object.entries(others))]));
const house = (of: Record<string, string[]>): ModuleTables => ({
  wings: ["lib/agent", "lib/store", "lib/shared", "components/pages", "components/ui"],
  modules: new Map(Object.entries(of).map(([module, others]) => [module, new Set(others)])),
});

test("reads the wings in order, and the allowed imports of each module", () => {
  const { wings, modules } = readModuleTables();
  expect(wings.indexOf("lib/agent")).toBeLessThan(wings.indexOf("lib/store"));
  expect(modules.get("lib/store")).toEqual(new Set(["drizzle"]));
  expect(modules.get("lib/code/compile")).toEqual(new Set(["components/draw/runtime", "bin"]));
  expect(modules.get("components/client/origins")).toEqual(
    new Set(["components/client", "components/client/versions"]),
  );
});

test("allows lower wings and lib/shared, and reports other imports with their files", () => {
  const all = house({ "lib/agent/loop": [], "lib/agent/calls": [], "lib/store": [], "components/pages": [] });
  const allowed = {
    "lib/agent/loop": { "lib/store": "a → b", "lib/shared": "a → c" },
    "lib/agent/calls": {},
    "lib/store": {},
    "components/pages": { "lib/shared": "d → c", "components/ui": "d → e" },
  };
  expect(misfits(edges(allowed), all)).toEqual([]);
  const wrong = {
    ...allowed,
    "lib/store": { "lib/agent/loop": "lib/store/x.ts → lib/agent/loop/run.ts" },
    "lib/agent/calls": { "lib/agent/loop": "y → z" },
    "components/pages": { "lib/store": "p → q" },
  };
  expect(misfits(edges(wrong), all)).toEqual([
    "lib/agent/calls may not import lib/agent/loop: y → z",
    "lib/store may not import lib/agent/loop: lib/store/x.ts → lib/agent/loop/run.ts",
    "components/pages may not import lib/store: p → q",
  ]);
});

test("reports undocumented modules, missing modules and unused imports", () => {
  const all = house({ "lib/agent/loop": ["lib/agent/calls"], "lib/agent/gone": [] });
  expect(misfits(edges({ "lib/agent/loop": {}, "lib/agent/background": {} }), all)).toEqual([
    "lib/agent/loop may import lib/agent/calls, but does not: remove it from the table",
    "lib/agent/background is in no table of modules",
    "lib/agent/gone does not exist",
  ]);
});

test("reports a file that the row of a module names although the module does not contain it", () => {
  const document = "| `loop` | `run.ts` begins, `shared/chat/words.ts` says | calls |\n| word | `none.ts` |";
  const files = ["lib/agent/loop/run.ts", "lib/shared/chat/words.ts", "lib/store/prompt.ts"];
  expect(misnamed("lib/agent", document, files)).toEqual([]);
  expect(misnamed("lib/agent", document.replace("run.ts", "prompt.ts"), files)).toEqual([
    "lib/agent/README.md: lib/agent/loop has no prompt.ts",
  ]);
});
