import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { OneChart } from "@/components/draw/blocks/chart/chart-drawing";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { DrawnSvg } from "./pieces";

/** Of a chart beside text, and on a phone, where its labels are as large. */
const WIDTHS = { wide: 640, narrow: 356 };
const NONE: ReadonlySet<number> = new Set();
/** Axes measure their own labels, so a chart needs a few turns until it stands still. */
const MAX_TURNS = 20;

let count = 0;

/** The chart of the canvas as SVG in both widths, drawn out of sight. */
export async function drawChart(block: DrawnChart): Promise<DrawnSvg | undefined> {
  const wide = await drawIn(WIDTHS.wide, block);
  const narrow = await drawIn(WIDTHS.narrow, block);
  return wide && narrow ? { wide, narrow } : undefined;
}

async function drawIn(width: number, block: DrawnChart): Promise<string | undefined> {
  const place = document.createElement("div");
  place.inert = true;
  place.style.cssText = `position:fixed;left:-9999px;top:0;width:${width}px`;
  document.body.append(place);
  // Clip paths have names, which must differ in one document.
  const root = createRoot(place, { identifierPrefix: `export-${++count}-` });
  try {
    flushSync(() => root.render(<OneChart block={block} width={width} label="" hidden={NONE} />));
    let drawn: string | undefined;
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      await new Promise((resolve) => setTimeout(resolve));
      const now = place.querySelector("svg")?.outerHTML;
      if (now !== undefined && now === drawn) break;
      drawn = now;
    }
    return drawn;
  } finally {
    root.unmount();
    place.remove();
  }
}
