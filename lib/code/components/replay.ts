import type { Replay } from "@/lib/code/proof/compare";
import type { ComponentContent } from "@/lib/shared/components/contract";
import { isAppError } from "@/lib/shared/errors";
import { compileComponent, testWithProps } from "./check";
import { problemOfProps } from "./props";

/** Renders a version of a component with props, in a browser without network. */
export async function replayComponent(
  content: ComponentContent,
  props: unknown,
  signal: AbortSignal,
): Promise<Replay> {
  const began = performance.now();
  const ended = (more: Pick<Replay, "error">, isOutside = false): Replay => ({
    ...{ ...more, isOutside, ms: performance.now() - began },
  });
  const problem = content.props_schema && problemOfProps(content.props_schema, props);
  if (problem) return ended({ error: problem });
  try {
    const verdict = await testWithProps(await compileComponent(content), props as Record<string, unknown>);
    if (signal.aborted || verdict.verdict === "skipped") return ended({}, true);
    return ended(verdict.verdict === "failed" ? { error: verdict.message } : {});
  } catch (error) {
    if (!isAppError(error)) throw error;
    return ended({ error: error.message });
  }
}
