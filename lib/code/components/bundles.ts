import { createHash } from "node:crypto";
import { type CompileFailure, runtimeVersion } from "@/lib/code/compile/index";
import type { Bundle } from "@/lib/shared/components/contract";
import { AppError, isAppError } from "@/lib/shared/errors";
import * as bundles from "@/lib/store/agents/bundles";
import { compileOnce } from "./compile-once";

/**
 * Compiles a component's source for the current runtime, unless that is stored, and returns the hash of its
 * bundle.
 */
export async function bundleOf(source: string): Promise<string> {
  const hash = createHash("sha256").update(source).digest("hex");
  if ((await bundles.bundledFor(hash)) !== runtimeVersion()) await make(hash, source);
  return hash;
}

export async function bundleForRuntime(hash: string): Promise<Bundle> {
  const stored = await bundles.readBundle(hash);
  if (!stored) throw new AppError("not_found", `There is no bundle ${hash}.`);
  const { source, ...bundle } = stored;
  if (bundle.runtime === runtimeVersion()) return bundle;
  try {
    return await make(hash, source);
  } catch (error) {
    // The new runtime may lack something that the source uses. Return the old bundle, which then shows the
    // error in its frame.
    if (isAppError(error)) return bundle;
    throw error;
  }
}

async function make(hash: string, source: string): Promise<Bundle> {
  const compiled = await compileOnce(hash, source);
  if (!compiled.ok) throw notCompiled(compiled.error);
  const { js, css, map } = compiled.bundle;
  const bundle = { hash, js, css, map, runtime: runtimeVersion() };
  await bundles.writeBundle({ ...bundle, source });
  return bundle;
}

function notCompiled(compile: CompileFailure): AppError {
  const { message, line, column, frame } = compile;
  return new AppError(
    "invalid",
    `The code does not compile: ${message} (line ${line}, column ${column})\n\n${frame}`,
    { details: { compile } },
  );
}
