import { canAnswer, mayReadState } from "@/lib/code/compile/index";
import { singleton } from "@/lib/ground/base/process";
import type { CodeUses } from "@/lib/shared/components/access";
import type { Verdict } from "@/lib/shared/components/contract";
import type { Shown } from "@/lib/shared/components/shown";
import { AppError } from "@/lib/shared/errors";
import type { Marked } from "@/lib/shared/origins";
import { listComponents, readComponent } from "@/lib/store/agents/components";
import { keysMarked } from "@/lib/store/agents/state";
import { originsOfVersion } from "@/lib/store/origins";
import type { ComponentRow } from "@/lib/store/rows";
import { bundleForRuntime, bundleOf } from "./bundles";
import { testWithProps } from "./check";
import { problemOfProps } from "./props";
import { usesOfBundle } from "./uses";

export type RenderInput = { component?: string; code?: string; props?: Record<string, unknown> };

const MAX_NAMED = 30;
/**
 * How many failures are reported to the model in one run. After that, the component is shown to the user
 * although it fails.
 */
const MAX_REPORTED = 2;
const MAX_RUNS = 200;
const MAX_TEST_MS = 20_000;

/**
 * Prepares the component that a call of render_and_wait shows: the live version of a stored component, or the
 * code of the call. Tests it with the props of the call. If the test fails, throws an error for the model,
 * at most MAX_REPORTED times a run. Calls `onRead` with each stored value that contains web text, if that
 * text can get into the component's code or state, the user's answers or an error message.
 */
export async function render(
  agentId: string,
  { component, code, props = {} }: RenderInput,
  runId: string,
  onRead: (value: Marked) => void = () => {},
  markedTables: () => Promise<Marked[]> = async () => [],
): Promise<Shown> {
  if (component === undefined) {
    const bundle = await shownBundle(agentId, code ?? "", onRead, markedTables);
    await tryOut(bundle, props, runId, "Fix the code and call again.");
    return { bundle, answers: await canAnswer(code ?? "") };
  }
  const stored = await readComponent(agentId, component);
  if (!stored) throw new AppError("not_found", await unknown(agentId, component, onRead));
  const { name, props_schema } = stored;
  await reportOrigins(agentId, stored, onRead);
  const problem = props_schema && problemOfProps(props_schema, props);
  if (problem)
    throw new AppError(
      "invalid",
      `The props do not fit the props_schema of "${name}". Fix them and call again.\n${problem}\nThe props_schema: ${JSON.stringify(props_schema).slice(0, MAX_SCHEMA)}`,
    );
  const shown = await shownStored(agentId, stored, onRead, markedTables);
  await tryOut(
    shown.bundle,
    props,
    runId,
    "Pass other props, or fix it with update_ui_component, and call again.",
  );
  return shown;
}

const MAX_SCHEMA = 2_000;

type Stored = Pick<ComponentRow, "name" | "version" | "code">;

/**
 * Prepares a stored component that was changed, so that the surfaces that show it can update. Calls `onRead`
 * like `render`.
 */
export async function changedComponent(
  agentId: string,
  stored: Stored,
  onRead: (value: Marked) => void,
  markedTables: () => Promise<Marked[]>,
): Promise<Shown> {
  await reportOrigins(agentId, stored, onRead);
  return shownStored(agentId, stored, onRead, markedTables);
}

async function reportOrigins(
  agentId: string,
  { name, version }: Stored,
  onRead: (value: Marked) => void,
): Promise<void> {
  const origins = await originsOfVersion(agentId, "component", name, version);
  onRead({ kind: "component", name, origins });
}

async function shownStored(
  agentId: string,
  { name, version, code }: Stored,
  onRead: (value: Marked) => void,
  markedTables: () => Promise<Marked[]>,
): Promise<Shown> {
  const bundle = await shownBundle(agentId, code, onRead, markedTables);
  return { bundle, answers: await canAnswer(code), name, version };
}

/**
 * Compiles the code. If the component can read the state, calls `onRead` with every state key that contains
 * web text, because the keys that it will read are unknown. Does the same for tables.
 */
async function shownBundle(
  agentId: string,
  code: string,
  onRead: (value: Marked) => void,
  markedTables: () => Promise<Marked[]>,
): Promise<string> {
  const bundle = await bundleOf(code);
  const { marked } = await keysMarked(agentId);
  if (marked.length > 0 && (await mayReadState((await bundleForRuntime(bundle)).js))) marked.forEach(onRead);
  const tables = await markedTables();
  if (tables.length > 0 && usesAny(await usesOfBundle(bundle))) tables.forEach(onRead);
  return bundle;
}

const usesAny = ({ uses, open }: CodeUses): boolean => uses.length + open.length > 0;

async function tryOut(bundle: string, props: Record<string, unknown>, runId: string, what: string) {
  const reported = reportCounts().get(runId) ?? 0;
  if (reported >= MAX_REPORTED) return;
  const verdict = await Promise.race([testWithProps(bundle, props), timeLimit()]);
  const problem =
    verdict.verdict === "failed"
      ? verdict.message
      : verdict.verdict === "passed" && verdict.absent
        ? `It shows images from the network, which it cannot reach: ${verdict.absent.join(", ")}. Draw them, use data: URLs, or leave them out.`
        : undefined;
  if (problem === undefined) return;
  reportCounts().delete(runId);
  reportCounts().set(runId, reported + 1);
  for (const oldest of reportCounts().keys())
    if (reportCounts().size > MAX_RUNS) reportCounts().delete(oldest);
  throw new AppError("invalid", `The component failed its test and was not shown. ${problem}\n${what}`);
}

/** Limits the wait when many components are tested at once or the machine is busy. */
const timeLimit = () =>
  new Promise<Verdict>((resolve) => {
    setTimeout(resolve, MAX_TEST_MS, { verdict: "skipped", reason: "The test timed out." }).unref();
  });

const reportCounts = () => singleton("render-tellings", () => new Map<string, number>());

async function unknown(agentId: string, component: string, onRead: (value: Marked) => void): Promise<string> {
  const names = (await listComponents(agentId)).map(({ name, origins = [] }) => {
    onRead({ kind: "component", name, origins });
    return name;
  });
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `There is no component "${component}". ${
    names.length > 0
      ? `Available: ${names.slice(0, MAX_NAMED).join(", ")}${more}.`
      : "None is stored yet: create one with create_ui_component, or pass its code."
  }`;
}
