import { createHash } from "node:crypto";
import { prefixesOf } from "@/lib/code/compile/prefix";
import { owned } from "@/lib/ground/base/process";
import { MAX_PREVIEW, type Preview } from "@/lib/shared/components/contract";
import { compileOnce } from "./compile-once";

/** Compiled at a time, so that what is being written never takes the time of what is asked for. */
const MAX_AT_ONCE = 2;

type Asked = {
  code: string;
  /** The hash of what is shown already. */
  known?: string;
  /** It ends where it should, as code with edits does: nothing is closed, and no beginning of it is looked for. */
  whole?: boolean;
};

/** By what is asked: tabs that show the same ask for the same. */
const running = () => owned("component-previews", () => new Map<string, Promise<Preview | undefined>>());

/**
 * What can be shown of a component while it is being written, the longest beginning that compiles or the whole: the hash alone
 * where that is `known`. Undefined where there is none, or too much to do. Nothing of it is stored.
 */
export async function previewCode({ code, known, whole = false }: Asked): Promise<Preview | undefined> {
  const previews = running();
  const key = `${whole ? "whole" : "begun"} ${code}`;
  if (code.length > MAX_PREVIEW || (!previews.has(key) && previews.size >= MAX_AT_ONCE)) return undefined;
  const making =
    previews.get(key) ?? longest(whole ? [code] : prefixesOf(code)).finally(() => previews.delete(key));
  previews.set(key, making);
  const made = await making;
  return made && made.hash === known ? { hash: made.hash } : made;
}

async function longest(sources: readonly string[]): Promise<Preview | undefined> {
  for (const source of sources) {
    const hash = createHash("sha256").update(source).digest("hex");
    const compiled = await compileOnce(hash, source);
    if (!compiled.ok) continue;
    const { js, css } = compiled.bundle;
    return { hash, made: { js, css } };
  }
  return undefined;
}
