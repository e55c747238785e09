import { fireEvent, render, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { ChartDrawing } from "./chart-drawing";

const data = { labels: ["Tue", "Wed", "Thu"], series: [{ name: "Sold", values: [1, 2, 3] }] };
const chart: DrawnChart = { type: "chart", chartType: "bar", data };
const TOOLTIP = ".recharts-tooltip-wrapper";

it.each(["pointer", "keyboard"])(
  "a chart comes into sight with its axes, and has its tooltip for the %s",
  async (way) => {
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
  },
);
