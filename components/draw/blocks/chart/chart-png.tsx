import { domToBlob } from "modern-screenshot";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { deliver } from "@/components/client/exports";
import { fileName } from "@/components/ui/kit/download";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { ExportSource } from "@/lib/shared/exports";
import { palette } from "@/lib/shared/palette";
import { fontCss } from "../font-css";
import { ChartDrawing, ChartFrame, isNamed, scaleOf } from "./chart-drawing";
import { ChartLegend } from "./chart-legend";

const WIDTH = 760;
const SCALE = 2;
/** Maximum renders to wait for: axes measure their own labels, so a chart is stable only after several renders. */
const MAX_TURNS = 20;

/**
 * Downloads the chart as PNG with title and legend, at twice the screen resolution. Always in light colors,
 * because images end up in white documents.
 */
export async function downloadPng(
  block: DrawnChart,
  hidden: ReadonlySet<number>,
  name: string,
  source: ExportSource | undefined,
) {
  const place = document.createElement("div");
  for (const [name, [light]] of Object.entries(palette)) place.style.setProperty(`--${name}`, light);
  place.inert = true;
  place.className = "bg-sheet p-6 text-ui text-ink";
  place.style.cssText += `position:fixed;left:-9999px;top:0;width:${WIDTH}px`;
  document.body.append(place);
  const root = createRoot(place, { identifierPrefix: "png-" });
  try {
    flushSync(() => root.render(<ChartImage block={block} hidden={hidden} name={name} />));
    await isStill(place);
    const font = { cssText: await fontCss() };
    const blob = await domToBlob(place, { scale: SCALE, style: { position: "static" }, font });
    if (!blob) throw new Error("The browser could not create the image.");
    deliver(blob, `${fileName(name)}.png`, source);
  } finally {
    root.unmount();
    place.remove();
  }
}

async function isStill(place: HTMLElement) {
  let drawn: string | undefined;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = place.querySelector("svg")?.outerHTML;
    if (now !== undefined && now === drawn) return;
    drawn = now;
  }
}

function ChartImage({
  block,
  hidden,
  name,
}: {
  block: DrawnChart;
  hidden: ReadonlySet<number>;
  name: string;
}) {
  return (
    <ChartFrame title={block.title || name}>
      <div className="flex items-start gap-x-4 text-meta text-ink-2">
        {isNamed(block) ? (
          <ChartLegend series={block.data.series} hidden={hidden} />
        ) : (
          <span className="flex-1" />
        )}
        <span className="flex min-h-control-small items-center text-ink-3">{scaleOf(block)}</span>
      </div>
      <ChartDrawing block={block} hidden={hidden} atOnce />
    </ChartFrame>
  );
}
