import * as compile from "@/lib/code/compile/index";
import * as gating from "@/lib/code/components/gate";
import { singleton } from "@/lib/ground/base/process";
import { replace } from "@/lib/ground/base/testing/replaced";
import type { Bundle, Verdict } from "@/lib/shared/components/contract";

const passed = (): Verdict => ({ verdict: "passed" });

export const lab = {
  runtime: "r1",
  compiled: [] as string[],
  tried: [] as unknown[],
  verdict: passed as () => Verdict,
  /** Makes every following test fail, even for bundles that have passed. */
  fail(message: string) {
    singleton("gate-passes", () => new Map()).clear();
    lab.verdict = () => ({ verdict: "failed", message });
  },
  reset() {
    Object.assign(lab, { runtime: "r1", compiled: [], tried: [], verdict: passed });
  },
};

/**
 * Replaces the compiler and the browser test. A source that contains "broken" does not compile. Each test
 * returns `lab.verdict`.
 */
export function fakeCompiler(): void {
  lab.reset();
  replace(compile, {
    runtimeVersion: () => lab.runtime,
    canAnswer: async (source) => source.includes("callTool"),
    mayReadState: async (source) => source.includes("useAgentState"),
    compile: async (source) => {
      lab.compiled.push(source);
      return source.includes("broken")
        ? { ok: false, error: { message: "Unexpected }", line: 3, column: 5, frame: "> 3 | }" } }
        : { ok: true, bundle: { js: `${source} for ${lab.runtime}`, css: "", map: "{}" } };
    },
  });
  replace(gating, {
    prepareGate: async () => {},
    gate: async (_: Bundle, props) => {
      lab.tried.push(props);
      return lab.verdict();
    },
  });
}

export const aBundle = (js: string) => ({ hash: js, js, css: "", map: "", runtime: lab.runtime });
