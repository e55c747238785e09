import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Block } from "@/lib/shared/blocks";
import { ChartView } from "./chart";

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(240);
  return () => vi.restoreAllMocks();
});

const data = {
  labels: ["Rye", "Spelt", "Oat"],
  series: [
    { name: "Sold", values: [12, null, -4] },
    { name: "Left", values: [2, 3, 4] },
  ],
};
const chart = (chartType: Block<"chart">["chartType"], stacked = false): Block<"chart"> => ({
  ...{ type: "chart", title: "Loaves", chartType, data, stacked },
});
const paths = (selector: string) => document.querySelectorAll(`svg ${selector}`);
/** Height of a bar from the zero line, and whether it is below it. */
const bars = () => [...paths("rect")].map((bar) => Number(bar.getAttribute("height")));

it("draws bars of each value from zero, also negative ones, and none where a value is missing", () => {
  render(<ChartView block={chart("bar")} />);
  const [first = 0, third = 0, ...left] = bars();
  expect([left.length, Math.round(first / third)]).toEqual([3, 3]);
  const texts = [...document.querySelectorAll("svg text")].map((text) => text.textContent);
  expect(texts).toEqual(["-5", "0", "5", "10", "15", "Rye", "Spelt", "Oat"]);
});

it("stacks bars, and leaves gaps in lines", () => {
  const { rerender } = render(<ChartView block={chart("bar", true)} />);
  const [sold, left] = [paths("rect")[0], paths("rect")[3]];
  const end = Number(left?.getAttribute("y")) + Number(left?.getAttribute("height"));
  expect(end).toBeCloseTo(Number(sold?.getAttribute("y")));
  rerender(<ChartView block={chart("line")} />);
  expect(paths("path")[0]?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  rerender(<ChartView block={chart("pie")} />);
  expect(paths("path")).toHaveLength(3);
});

it("shows the values at a label by the arrow keys", () => {
  render(<ChartView block={{ ...chart("line"), unit: "kg" }} />);
  const plot = screen.getByRole("group", { name: "Loaves" });
  fireEvent.keyDown(plot, { key: "ArrowRight" });
  expect(screen.getByRole("status").textContent).toBe("RyeSold12\u00a0kgLeft2\u00a0kg");
  fireEvent.keyDown(plot, { key: "ArrowRight" });
  expect(screen.getByRole("status").textContent).toBe("SpeltSold–Left3\u00a0kg");
  fireEvent.keyDown(plot, { key: "Escape" });
  expect(screen.getByRole("status").textContent).toBe("");
});

it("has the same place before the rows of its query come", () => {
  const waiting = { rows: [], columns: [], isLoading: true, error: undefined, truncated: false };
  const query = { ...waiting, canUndo: false, canRedo: false };
  const { container } = render(<ChartView block={chart("area")} query={query} />);
  expect(container.querySelector("figure > .h-70")).not.toBeNull();
});
