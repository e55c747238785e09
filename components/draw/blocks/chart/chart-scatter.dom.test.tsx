import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { ChartDrawing } from "./chart-drawing";
import type { Picking } from "./chart-pick";

const data = {
  labels: ["1", "5", "9"],
  series: [
    { name: "Rye", values: [10, 50, 90] },
    { name: "Oat", values: [null, 20, 80] },
  ],
};
const chart: DrawnChart = { type: "chart", chartType: "scatter", data, unit: "€" };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500);
});

async function draw(picking?: Picking, hidden = new Set<number>(), block = chart) {
  const page = render(<ChartDrawing block={block} hidden={hidden} picking={picking} />);
  const paths = await waitFor(() => {
    const found = [...page.container.querySelectorAll("path[stroke-linecap=round]")];
    if (!found.some((path) => path.getAttribute("d"))) throw new Error("Not drawn yet");
    return found;
  });
  const plot = paths[0]?.parentElement;
  if (!plot) throw new Error("Nothing is drawn");
  const places = paths.map((path) =>
    [...(path.getAttribute("d") ?? "").matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({
      clientX: Number(x),
      clientY: Number(y),
    })),
  );
  const at = (series: number, nth: number) => places[series]?.[nth] ?? { clientX: 0, clientY: 0 };
  return { ...page, plot, places, at };
}
const marked = (container: HTMLElement) => container.querySelectorAll("circle").length;

describe("ChartScatter", () => {
  it("draws a point for each pair of numbers and none for gaps", async () => {
    const { places, at } = await draw();
    expect(places.map((points) => points.length)).toEqual([3, 2]);
    expect(at(0, 2).clientX).toBeGreaterThan(at(0, 0).clientX);
    expect(at(0, 2).clientY).toBeLessThan(at(0, 0).clientY);
  });

  it("omits a hidden series", async () => {
    const { places } = await draw(undefined, new Set([0]));
    expect(places.map((points) => points.length)).toEqual([0, 2]);
  });

  it("shows the point nearest to the pointer, and none if all are far away", async () => {
    const { plot, at, container } = await draw();
    const { clientX, clientY } = at(0, 1);
    fireEvent.mouseMove(plot, { clientX: clientX + 10, clientY: clientY - 5 });
    screen.getByText("Rye · 5 · €50");
    expect(marked(container)).toBe(1);
    fireEvent.mouseMove(plot, { clientX: clientX + 60, clientY });
    expect(screen.queryByText("Rye · 5 · €50")).toBeNull();
    fireEvent.mouseMove(plot, at(1, 0));
    screen.getByText("Oat · 5 · €20");
    fireEvent.mouseLeave(plot);
    expect(screen.queryByText("Oat · 5 · €20")).toBeNull();
    expect(marked(container)).toBe(0);
  });

  it("shows a message if there are only gaps", () => {
    const gaps = { labels: ["1"], series: [{ name: "Rye", values: [null] }] };
    render(<ChartDrawing block={{ ...chart, data: gaps }} hidden={new Set()} />);
    screen.getByText("No values.");
  });
});

describe("selection in ChartScatter", () => {
  it("selects the pressed point with its series", async () => {
    const onPick = vi.fn();
    const { plot, at } = await draw({ kind: "point", chosen: undefined, onPick });
    fireEvent.mouseDown(plot, at(1, 0));
    fireEvent.mouseUp(plot, at(1, 0));
    fireEvent.mouseUp(plot, { clientX: 0, clientY: 0 });
    expect(onPick.mock.calls).toEqual([[{ label: "5", series: "Oat" }]]);
  });

  it("selects a range from the smaller to the larger value in both directions", async () => {
    const onPick = vi.fn();
    const { plot, at } = await draw({ kind: "range", chosen: undefined, onPick });
    fireEvent.mouseDown(plot, at(0, 2));
    fireEvent.mouseUp(plot, at(0, 1));
    fireEvent.mouseDown(plot, at(0, 0));
    fireEvent.mouseUp(plot, at(0, 1));
    expect(onPick.mock.calls).toEqual([[{ from: "5", to: "9" }], [{ from: "1", to: "5" }]]);
  });

  it.each([
    [{ label: "5", series: "Rye" }, 1],
    [{ label: "5" }, 2],
    [{ from: "5", to: "9" }, 4],
  ])("marks the selection %j", async (chosen, count) => {
    const kind = "from" in chosen ? "range" : "point";
    const { container } = await draw({ kind, chosen: chosen as Picking["chosen"], onPick: () => {} });
    expect(marked(container)).toBe(count);
  });

  it("draws no mark before its position is known", async () => {
    const set = vi.spyOn(Element.prototype, "setAttribute");
    await draw({ kind: "point", chosen: { label: "5" }, onPick: () => {} });
    expect(set.mock.calls.filter(([, value]) => String(value).includes("NaN"))).toEqual([]);
  });
});
