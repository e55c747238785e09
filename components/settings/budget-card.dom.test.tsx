import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { type BudgetView, DEFAULT_BUDGET } from "@/lib/shared/budget";
import { BudgetCard } from "./budget-card";

const none = { usd: 0, tokens: 0, unattendedUsd: 0, unattendedTokens: 0 };
const view: BudgetView = {
  budget: { ...DEFAULT_BUDGET, dayUsd: 5 },
  today: {
    ...{ startsAt: "2026-11-23T00:00:00.000Z", endsAt: "2026-11-24T00:00:00.000Z", timeZone: "UTC" },
    ...{ spent: { ...none, usd: 1.25, tokens: 120_000 }, reserved: { ...none, usd: 0.5 }, uncertain: none },
  },
};

it("the card shows the amounts spent and reserved today, and saves the edited budget", async () => {
  const sent: unknown[] = [];
  const server = new FakeServer().on("PUT /api/budget", ({ body }) => {
    sent.push(body);
    return { ...view, budget: { ...view.budget, dayUsd: null, unattendedDayUsd: 0 } };
  });
  drawPage(<BudgetCard view={view} />, { server });
  screen.getByText("$1.25 spent today, $0.50 reserved");
  screen.getByText("120,000 tokens spent today");
  fireEvent.change(screen.getByLabelText("All"), { target: { value: "" } });
  fireEvent.change(screen.getByLabelText("Unattended"), { target: { value: "0" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  expect(sent).toEqual([{ ...DEFAULT_BUDGET, dayUsd: null, unattendedDayUsd: 0 }]);
  expect(screen.getByLabelText<HTMLInputElement>("Unattended").value).toBe("0");
});

it("an invalid budget is shown at its field and not sent", async () => {
  const { server } = drawPage(<BudgetCard view={view} />);
  fireEvent.change(screen.getByLabelText("All, in tokens"), { target: { value: "-3" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Whole number");
  expect(server.asked).toEqual([]);
});

it("the card shows how much of the reserved amount belongs to interrupted calls", () => {
  const today = { ...view.today, uncertain: { ...none, usd: 0.25 } };
  drawPage(<BudgetCard view={{ ...view, today }} />, { server: new FakeServer() });
  screen.getByText(/\$0\.50 reserved \(\$0\.25 for interrupted calls\)/);
});
