import { z } from "zod";
import { bundleOf } from "@/lib/code/components/bundles";
import { sampleProps } from "@/lib/code/components/sample";
import { componentContent } from "@/lib/shared/components/contract";
import { isAppError } from "@/lib/shared/errors";
import type { Example, Pictures } from "@/lib/shared/proofs/contract";
import type { ProvenItem } from "@/lib/store/agents/examples";
import { recordedProps } from "@/lib/store/agents/proofs";

type Compared = { before: unknown; after: unknown; examples: readonly Example[] };

const shownProps = z.record(z.string(), z.unknown());

/**
 * Compiles two versions of a component. Returns their bundles with the props of an example, of the last use, or sample
 * values; undefined if a version does not compile any more.
 */
export async function picturesOf(
  item: ProvenItem,
  { before, after, examples }: Compared,
): Promise<Pictures | undefined> {
  const old = componentContent.safeParse(before).data;
  const changed = componentContent.safeParse(after).data;
  if (!old || !changed) return undefined;
  try {
    const [example] = examples;
    const used = example ? example.input : (await recordedProps(item, null))[0];
    return {
      before: await bundleOf(old.code),
      after: await bundleOf(changed.code),
      props: shownProps.safeParse(used).data ?? sampleProps(changed.props_schema),
    };
  } catch (error) {
    if (isAppError(error) && error.code === "invalid") return undefined;
    throw error;
  }
}
