import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { ChartFigure } from "./chart-figure";

const data = { labels: ["Tue", "Wed", "Thu"], series: [{ name: "Sold", values: [1, 2, 3] }] };
const chart: DrawnChart = { type: "chart", chartType: "bar", data, select: "range" };

it("a range selected in the two lists is sent, and shown once it is the answer", async () => {
  const onAnswer = vi.fn(async () => {});
  const { rerender } = render(
    <ChartFigure block={chart} name="Sales" ask={{ state: "waiting", onAnswer }} />,
  );
  expect(screen.getByRole("button", { name: "Choose" })).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByRole("combobox", { name: "From" }), { target: { value: "Tue" } });
  fireEvent.change(screen.getByRole("combobox", { name: "To" }), { target: { value: "Wed" } });
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  const answer = { action: "choose", choice: { from: "Tue", to: "Wed" } };
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith(answer));
  rerender(<ChartFigure block={chart} name="Sales" ask={{ state: "answered", answer }} />);
  screen.getByText("Chosen: Tue to Wed");
});
