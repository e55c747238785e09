import { bundleOf } from "@/lib/code/components/bundles";
import { pictureOf } from "@/lib/code/components/picture";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import { CHART_CODE } from "./chart-code";

/** A PNG of a component as it looks when it is shown. Throws where there is no browser on the server. */
export const componentPicture = (bundle: string, props: unknown): Promise<Uint8Array> =>
  pictureOf(bundle, (props ?? {}) as Record<string, unknown>);

/** A PNG of a chart block with its numbers. */
export const chartPicture = async (block: unknown): Promise<Uint8Array> =>
  pictureOf(await bundleOf(CHART_CODE), { block });

/** A PNG of a diagram. Throws where it cannot be drawn. */
export const pictureOfDiagram = async (source: string): Promise<Uint8Array> =>
  pictureOf(await bundleOf(DIAGRAM_CODE), { source });
