import { leafBlocks, type RenderBlocksInput } from "@/lib/shared/blocks/index";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import { AppError } from "@/lib/shared/errors";
import { bundleOf } from "./bundles";
import { testWithProps } from "./check";

/**
 * At most `MAX_TRIED` diagrams of a surface are tested, for `MAX_MS` milliseconds. Errors in the others are
 * shown only to the user.
 */
const MAX_TRIED = 6;
const MAX_MS = 15_000;

/**
 * Renders the diagrams of a surface once, so that the model learns of errors. Throws an AppError that names all
 * broken blocks. Tests nothing if the server has no browser.
 */
export async function tryDiagrams(blocks: RenderBlocksInput["blocks"], maxMs = MAX_MS): Promise<void> {
  const diagrams = leafBlocks(blocks).flatMap(({ block, path }) =>
    block.type === "diagram" ? [{ path, source: block.source }] : [],
  );
  if (diagrams.length === 0) return;
  const bundle = await bundleOf(DIAGRAM_CODE);
  const problems: string[] = [];
  const end = Date.now() + maxMs;
  for (const { path, source } of diagrams.slice(0, MAX_TRIED)) {
    if (Date.now() > end) break;
    const verdict = await Promise.race([testWithProps(bundle, { source }), silence(end - Date.now())]);
    // A valid diagram may be slow on a busy machine, so only Mermaid's own errors count.
    if (verdict?.thrown !== undefined) problems.push(`${path}.source: ${verdict.thrown}`);
  }
  if (problems.length > 0)
    throw new AppError("invalid", `${problems.join("\n")}\nFix the Mermaid source and call again.`);
}

const silence = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
