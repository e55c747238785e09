import { fireEvent, render, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { ChartDrawing } from "./chart-drawing";

const data = { labels: ["Tue", "Wed", "Thu"], series: [{ name: "Sold", values: [1, 2, 3] }] };
const chart: DrawnChart = { type: "chart", chartType: "bar", data };
const TOOLTIP = ".recharts-tooltip-wrapper";

it.each(["pointer", "keyboard"])("a chart appears with its axes and shows its tooltip by %s", async (way) => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500);
  const { container } = render(<ChartDrawing block={chart} hidden={new Set()} />);
  await waitFor(() => expect(container.querySelector(".invisible")).toBeNull());
  expect(container.querySelectorAll(".recharts-xAxis-tick-labels text")).toHaveLength(3);
  expect(container.querySelectorAll(".recharts-bar-rectangle")).toHaveLength(3);
  expect(container.querySelector(TOOLTIP)).toBeNull();
  const drawn = container.querySelector("svg") as SVGElement;
  if (way === "pointer") fireEvent.pointerEnter(drawn);
  else fireEvent.focus(drawn);
  await waitFor(() => expect(container.querySelector(TOOLTIP)).not.toBeNull());
});

it.each([
  [{ select: "point" as const }, 430, 430, { label: "Thu" }],
  [{ select: "range" as const }, 250, 430, { from: "Wed", to: "Thu" }],
])(
  "a press selects the label under the pointer, not the one of the tooltip: %j",
  async ({ select }, from, to, chosen) => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500);
    const onPick = vi.fn();
    const picking = { kind: select, chosen: undefined, onPick } as never;
    const block = { ...chart, select };
    const { container } = render(<ChartDrawing block={block} hidden={new Set()} picking={picking} />);
    await waitFor(() => expect(container.querySelector(".invisible")).toBeNull());
    const drawn = container.querySelector(".recharts-wrapper") as HTMLElement;
    // Like a tap: no move before it, and a focus in between.
    fireEvent.mouseDown(drawn, { clientX: from });
    fireEvent.focus(container.querySelector("svg") as SVGElement);
    fireEvent.mouseUp(drawn, { clientX: to });
    expect(onPick.mock.calls).toEqual([[chosen]]);
  },
);

it("a narrow axis does not cut off dates", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(260);
  const labels = Array.from({ length: 7 }, (_, at) => `2026-11-${20 + at}`);
  const series = [{ name: "Sold", values: labels.map((_, at) => at) }];
  const { container } = render(
    <ChartDrawing block={{ ...chart, data: { labels, series } }} hidden={new Set()} />,
  );
  await waitFor(() => expect(container.querySelector(".invisible")).toBeNull());
  const [first] = container.querySelectorAll(".recharts-xAxis-tick-labels text");
  expect(first?.textContent).toBe("20 Nov");
});
