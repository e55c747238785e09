import { leafBlocks, type RenderBlocksInput } from "@/lib/shared/blocks/index";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import { AppError } from "@/lib/shared/errors";
import { bundleOf } from "./bundles";
import { triedWith } from "./check";

/** Of one sheet so many are drawn ahead, in so many milliseconds; of others the person sees what is wrong. */
const MAX_TRIED = 6;
const LONGEST = 15_000;

/**
 * Draws the diagrams of a sheet once, as the page will, so that what is wrong with them goes back to the model. Throws an
 * AppError that names every such block. Without a browser on the server they are shown as they are.
 */
export async function tryDiagrams(blocks: RenderBlocksInput["blocks"], longest = LONGEST): Promise<void> {
  const diagrams = leafBlocks(blocks).flatMap(({ block, path }) =>
    block.type === "diagram" ? [{ path, source: block.source }] : [],
  );
  if (diagrams.length === 0) return;
  const bundle = await bundleOf(DIAGRAM_CODE);
  const problems: string[] = [];
  const end = Date.now() + longest;
  for (const { path, source } of diagrams.slice(0, MAX_TRIED)) {
    if (Date.now() > end) break;
    const verdict = await Promise.race([triedWith(bundle, { source }), silence(end - Date.now())]);
    // On a busy machine one that is good may take long: only what Mermaid says of it counts.
    if (verdict?.thrown !== undefined) problems.push(`${path}.source: ${verdict.thrown}`);
  }
  if (problems.length > 0)
    throw new AppError("invalid", `${problems.join("\n")}\nMend the Mermaid source and call again.`);
}

const silence = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
