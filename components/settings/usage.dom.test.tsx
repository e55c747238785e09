import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import { Usage } from "./usage";
import type { UsageRow } from "./usage-figures";

const row = (rest: Partial<UsageRow> = {}): UsageRow => ({
  ...{ day: "2026-11-21", model: "openai/gpt-5", unattended: false, job: null, calls: 2 },
  ...{ inputTokens: 1_200, cachedTokens: 0, outputTokens: 300, cost: 0.5, unpricedCalls: 0 },
  ...rest,
});
const draw = (rows: UsageRow[], isEarlier = false) =>
  drawPage(<Usage rows={rows} days={30} today="2026-11-21" isEarlier={isEarlier} />);
const lines = () => screen.getAllByRole("row").slice(1);
const cells = (line: HTMLElement | undefined) =>
  line
    ? within(line)
        .getAllByRole("cell")
        .map((cell) => cell.textContent)
    : [];

it("the page shows the total, and a row for each day, model and initiator", () => {
  draw([
    row(),
    row({ model: "ollama/qwen3", cost: null, unpricedCalls: 2, cachedTokens: 400 }),
    row({ day: "2026-11-20", unattended: true, job: "Morning plan", cost: 0.004, calls: 1 }),
    row({ day: "2026-11-19", unattended: true, cost: 1, unpricedCalls: 1 }),
  ]);
  screen.getByText("Today: $0.50");
  screen.getByText("$1.50 · 7 calls, 4.8K tokens in, 1.2K out");
  screen.getByText("Price unknown: qwen3, gpt-5.");
  const [sum, first, local, job, deleted] = lines();
  expect(cells(sum).at(-1)).toBe("at least $1.50");
  expect(cells(first).slice(1)).toEqual(["2", "1,200", "–", "300", "$0.50"]);
  expect(cells(local).slice(1)).toEqual(["2", "1,200", "400", "300", "price unknown"]);
  expect(cells(job).at(0)).toContain("Unattended: Morning plan");
  expect(cells(job).at(-1)).toBe("< $0.01");
  expect(cells(deleted).at(0)).toContain("Unattended: deleted job");
  expect(cells(deleted).at(-1)).toBe("at least $1.00");
});

it("the page shows only tokens if no price is known, otherwise the selected measure", () => {
  const { unmount } = draw([row({ cost: null, unpricedCalls: 2 })]);
  expect(screen.queryByRole("radiogroup")).toBeNull();
  screen.getByText("Price unknown: gpt-5.");
  screen.getByText("Today: 1.5K tokens");
  unmount();
  draw([row()]);
  const measure = (name: string) => screen.getByRole("radio", { name });
  expect(measure("Cost").getAttribute("aria-checked")).toBe("true");
  fireEvent.click(measure("Tokens"));
  fireEvent.click(measure("Tokens"));
  expect(measure("Tokens").getAttribute("aria-checked")).toBe("true");
});

it("the page links to a longer period with usage, or to a new conversation, if there is none", () => {
  const { rerender } = draw([], true);
  screen.getByText("No model calls in 30 days.");
  const link = () => screen.getByRole("link");
  expect([link().textContent, link().getAttribute("href")]).toEqual([
    ...["Show 90 days", "/settings/usage?days=90"],
  ]);
  rerender(<Usage rows={[]} days={90} today="2026-11-21" isEarlier={false} />);
  expect(link().textContent).toBe("Start a conversation");
});
