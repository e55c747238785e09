import type { Bundle, Verdict } from "@/lib/shared/components/contract";

const passed = (): Verdict => ({ verdict: "passed" });

/** What the test's compiler and gate were asked, and what they say: for each test to say anew. */
export const lab = {
  runtime: "r1",
  compiled: [] as string[],
  tried: [] as unknown[],
  verdict: passed as () => Verdict,
  fail(message: string) {
    lab.verdict = () => ({ verdict: "failed", message });
  },
  reset() {
    Object.assign(lab, { runtime: "r1", compiled: [], tried: [], verdict: passed });
  },
};

/** For `vi.mock("@/lib/authored/compile/index")`: takes all but what says that it is broken. */
export const compiler = {
  runtimeVersion: () => lab.runtime,
  canAnswer: async (source: string) => source.includes("callTool"),
  compile: async (source: string) => {
    lab.compiled.push(source);
    return source.includes("broken")
      ? { ok: false, error: { message: "Unexpected }", line: 3, column: 5, frame: "> 3 | }" } }
      : { ok: true, bundle: { js: `${source} for ${lab.runtime}`, css: "", map: "{}" } };
  },
};

/** For `vi.mock("./gate")`. */
export const gates = {
  prepareGate: async () => {},
  gate: async (_: Bundle, props: unknown) => {
    lab.tried.push(props);
    return lab.verdict();
  },
};
