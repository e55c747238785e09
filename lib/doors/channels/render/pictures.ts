import { bundleOf } from "@/lib/code/components/bundles";
import { pictureOf } from "@/lib/code/components/picture";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import { CHART_CODE } from "./chart-code";

export const componentPicture = (bundle: string, props: unknown): Promise<Uint8Array> =>
  pictureOf(bundle, (props ?? {}) as Record<string, unknown>);

export const chartPicture = async (block: unknown): Promise<Uint8Array> =>
  pictureOf(await bundleOf(CHART_CODE), { block });

export const pictureOfDiagram = async (source: string): Promise<Uint8Array> =>
  pictureOf(await bundleOf(DIAGRAM_CODE), { source });
