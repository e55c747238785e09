import { createHash } from "node:crypto";
import { prefixesOf } from "@/lib/code/compile/prefix";
import { singleton } from "@/lib/ground/base/process";
import { MAX_PREVIEW, type Preview } from "@/lib/shared/components/contract";
import { compileOnce } from "./compile-once";

/** Concurrent compilations. Previews must not delay requests of the user. */
const MAX_CONCURRENT = 2;

type PreviewRequest = {
  code: string;
  known?: string;
  /** True if the code is complete. Then only the whole code is compiled, and no prefix. */
  whole?: boolean;
};

/** Running compilations by code, because several tabs can request the same preview. */
const running = () => singleton("component-previews", () => new Map<string, Promise<Preview | undefined>>());

/**
 * Compiles a component while the model writes it: the longest prefix that compiles, or only the whole code
 * with `whole`. Returns the hash without code if it equals `known`, and undefined if nothing compiles or too
 * many compilations are running. Stores nothing.
 */
export async function previewCode({
  code,
  known,
  whole = false,
}: PreviewRequest): Promise<Preview | undefined> {
  const previews = running();
  const key = `${whole ? "whole" : "begun"} ${code}`;
  if (code.length > MAX_PREVIEW || (!previews.has(key) && previews.size >= MAX_CONCURRENT)) return undefined;
  const making =
    previews.get(key) ??
    compileLongest(whole ? [code] : prefixesOf(code)).finally(() => previews.delete(key));
  previews.set(key, making);
  const made = await making;
  return made && made.hash === known ? { hash: made.hash } : made;
}

async function compileLongest(sources: readonly string[]): Promise<Preview | undefined> {
  for (const source of sources) {
    const hash = createHash("sha256").update(source).digest("hex");
    const compiled = await compileOnce(hash, source);
    if (!compiled.ok) continue;
    const { js, css } = compiled.bundle;
    return { hash, made: { js, css } };
  }
  return undefined;
}
