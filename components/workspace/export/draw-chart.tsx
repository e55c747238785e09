import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { OneChart } from "@/components/draw/blocks/chart/chart-drawing";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { DrawnSvg } from "./pieces";

/** Chart widths in px for desktop and phone. Labels have the same size in both. */
const WIDTHS = { wide: 640, narrow: 356 };
const NONE: ReadonlySet<number> = new Set();
/** Maximum number of checks whether the SVG is complete. Axes measure their labels over several renders. */
const MAX_TURNS = 20;

let count = 0;

/** Renders a chart off-screen and returns its SVG in both widths, or undefined on failure. */
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
  // Ids of clip paths must be unique in the document.
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
