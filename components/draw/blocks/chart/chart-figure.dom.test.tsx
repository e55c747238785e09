import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { filesTaken, type TakenFile } from "@/components/client/testing/files-taken";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { ChartFigure } from "./chart-figure";
// Loaded in advance, so that the first test does not wait for the lazy import.
import "../table/table-grid";

const data = {
  labels: ["Tue", "=1+1"],
  series: [
    { name: "Rye", values: [1, null] },
    { name: "Oat", values: [3, 4] },
  ],
};
const chart: DrawnChart = { type: "chart", chartType: "bar", data, unit: "€", title: "Sales: a/b" };

let taken: TakenFile[] = [];

beforeEach(() => {
  taken = filesTaken();
});

const take = async (what: string) => {
  fireEvent.keyDown(screen.getByRole("button", { name: /^Download chart/ }), { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name: what }));
};
const series = (name: string) => screen.getByRole("button", { name });
const isShown = (name: string) => series(name).getAttribute("aria-pressed");

it("a chart hides and shows series, and shows all again instead of hiding the last", () => {
  render(<ChartFigure block={chart} name="Sales" />);
  fireEvent.click(series("Rye"));
  expect([isShown("Rye"), isShown("Oat")]).toEqual(["false", "true"]);
  expect(series("Rye").title).toBe("Show Rye");
  fireEvent.click(series("Oat"));
  expect([isShown("Rye"), isShown("Oat")]).toEqual(["true", "true"]);
});

it("a chart of one series has a legend only if its axis has no label", () => {
  const one = { ...chart, data: { labels: ["Tue"], series: [{ name: "Rye", values: [1] }] } };
  render(<ChartFigure block={one} name="Sales" />);
  screen.getByText("€");
  expect(screen.queryByText("Rye")).toBeNull();
  render(<ChartFigure block={{ ...one, unit: undefined }} name="Sales" />);
  screen.getByText("Rye");
});

it("a chart toggles to a table with the numbers of all series and their unit", async () => {
  render(<ChartFigure block={chart} name="Sales" />);
  fireEvent.click(series("Rye"));
  fireEvent.click(series("Show as table"));
  await screen.findByRole("columnheader", { name: /Rye, €/ });
  screen.getByRole("cell", { name: "=1+1" });
  expect(screen.queryByRole("button", { name: "Rye" })).toBeNull();
  fireEvent.click(series("Show as chart"));
  expect(isShown("Rye")).toBe("false");
});

it("a chart downloads a CSV named after the chart, with formulas escaped", async () => {
  render(<ChartFigure block={chart} name="Sales" />);
  await take("Data (CSV)");
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]?.name).toBe("Sales a b.csv");
  const lines = (await taken[0]?.content.text())?.replace("\uFEFF", "").trim().split(/\r?\n/);
  expect(lines).toEqual(['Label,"Rye, €","Oat, €"', "Tue,1,3", "'=1+1,,4"]);
});
