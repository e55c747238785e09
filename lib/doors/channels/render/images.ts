import { bundleOf } from "@/lib/code/components/bundles";
import { imageOf } from "@/lib/code/components/screenshot";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import { CHART_CODE } from "./chart-code";

export const componentImage = (bundle: string, props: unknown): Promise<Uint8Array> =>
  imageOf(bundle, (props ?? {}) as Record<string, unknown>);

export const chartImage = async (block: unknown): Promise<Uint8Array> =>
  imageOf(await bundleOf(CHART_CODE), { block });

export const imageOfDiagram = async (source: string): Promise<Uint8Array> =>
  imageOf(await bundleOf(DIAGRAM_CODE), { source });
