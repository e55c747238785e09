import { createHash } from "node:crypto";
import { compile } from "@/lib/authored/compile/index";
import { prefixesOf } from "@/lib/authored/compile/prefix";
import { owned } from "@/lib/base/process";
import { MAX_PREVIEW, type Preview } from "@/lib/shared/components/contract";

/** Compiled at a time, so that what is being written never takes the time of what is asked for. */
const MAX_AT_ONCE = 2;
/** Tabs that show the same ask for the same. */
const MAX_KEPT = 20;

const state = () => owned("component-previews", () => ({ working: 0, made: new Map<string, Preview>() }));

/**
 * The longest beginning of a component that compiles, while it is being written: the hash alone where that is `known`.
 * Undefined where there is none, or too much to do. Nothing of it is stored.
 */
export async function preview(code: string, known?: string): Promise<Preview | undefined> {
  const previews = state();
  if (code.length > MAX_PREVIEW || previews.working >= MAX_AT_ONCE) return undefined;
  previews.working += 1;
  try {
    for (const source of prefixesOf(code)) {
      const hash = createHash("sha256").update(source).digest("hex");
      if (hash === known) return { hash };
      const made = previews.made.get(hash) ?? (await make(hash, source));
      if (!made) continue;
      previews.made.set(hash, made);
      for (const oldest of previews.made.keys())
        if (previews.made.size > MAX_KEPT) previews.made.delete(oldest);
      return made;
    }
    return undefined;
  } finally {
    previews.working -= 1;
  }
}

async function make(hash: string, source: string): Promise<Preview | undefined> {
  const compiled = await compile(source);
  if (!compiled.ok) return undefined;
  const { js, css } = compiled.bundle;
  return { hash, made: { js, css } };
}
