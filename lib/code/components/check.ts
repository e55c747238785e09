import { createHash } from "node:crypto";
import { runtimeVersion } from "@/lib/code/compile/index";
import { singleton } from "@/lib/ground/base/process";
import type { Checked, Verdict } from "@/lib/shared/components/contract";
import { refusal } from "@/lib/shared/components/contract";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { AppError, isAppError } from "@/lib/shared/errors";
import { bundleForRuntime, bundleOf } from "./bundles";
import { type Drawn, gate } from "./gate";
import { problemOfProps, problemOfPropsSchema } from "./props";
import { sampleProps } from "./sample";

type Source = { code: string; props_schema?: PropsSchema | null };

/** Compiles a component and checks its schema. Returns the hash of the bundle. Throws the first error. */
export async function compileComponent({ code, props_schema }: Source): Promise<string> {
  const problem = props_schema && problemOfPropsSchema(props_schema);
  if (problem) throw new AppError("invalid", problem);
  return bundleOf(code);
}

/**
 * Maximum number of remembered failures. A user who accepts a failed component has just seen the failure, so
 * `testComponent` returns it without another test.
 */
const MAX_REMEMBERED = 50;
const failures = () => singleton("gate-failures", () => new Map<string, Verdict>());

export async function testComponent(hash: string, source: Source, isAccepted = false): Promise<Verdict> {
  const key = `${runtimeVersion()} ${hash} ${JSON.stringify(source.props_schema ?? null)}`;
  const previous = failures().get(key);
  if (isAccepted && previous) return previous;
  const verdict = await testWithSamples(hash, source);
  failures().delete(key);
  if (verdict.verdict === "failed") failures().set(key, verdict);
  for (const oldest of failures().keys()) if (failures().size > MAX_REMEMBERED) failures().delete(oldest);
  return verdict;
}

const MAX_PASSED = 500;
const passes = () => singleton("gate-passes", () => new Map<string, Verdict>());

export async function testWithProps(hash: string, props: Record<string, unknown>): Promise<Drawn> {
  return passes().get(keyOf(hash, props)) ?? draw(hash, props);
}

async function draw(hash: string, props: Record<string, unknown>): Promise<Drawn> {
  const verdict = await gate(await bundleForRuntime(hash), props);
  if (verdict.verdict === "passed") passes().set(keyOf(hash, props), verdict);
  for (const oldest of passes().keys()) if (passes().size > MAX_PASSED) passes().delete(oldest);
  return verdict;
}

const keyOf = (hash: string, props: object) =>
  `${runtimeVersion()} ${hash} ${createHash("sha256").update(JSON.stringify(props)).digest("base64url")}`;

async function testWithSamples(hash: string, { props_schema }: Source): Promise<Verdict> {
  const props = sampleProps(props_schema ?? null);
  const { thrown: _, ...verdict } = await testWithProps(hash, props);
  // Do not count a failure with sample props that violate the schema: valid props may work.
  const isUnfair = verdict.verdict === "failed" && props_schema && problemOfProps(props_schema, props);
  return isUnfair ? { verdict: "skipped", reason: "No sample props satisfy the props_schema." } : verdict;
}

export async function check(source: Source, withGate = false): Promise<Checked> {
  try {
    const bundle = await compileComponent(source);
    return { ok: true, bundle, ...(withGate && { gate: await testComponent(bundle, source) }) };
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid") throw error;
    const { compile } = refusal.safeParse(error.details).data ?? {};
    return { ok: false, message: error.message, ...(compile && { compile }) };
  }
}
