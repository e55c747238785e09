import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AgentsContext } from "@/components/client/shell/layout-context";
import { drawPage } from "@/components/client/testing/page";
import { AGENT_EXAMPLES } from "@/lib/shared/agents/agent-examples";
import { openings } from "@/lib/shared/openings";
import { FirstRun } from "./first-run";

const onSend = vi.fn();
const draw = (description: string) => {
  const at = { createdAt: "2026-01-01T00:00:00Z", archivedAt: null };
  const agent = { id: "a", name: "A", description, mark: "", model: null, ...at };
  drawPage(
    <AgentsContext value={{ agents: [agent], current: "a", first: "a" }}>
      <FirstRun model={{ label: "Model", isDemo: false }} onSend={onSend} />
    </AgentsContext>,
  );
};
const offered = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

it.each(AGENT_EXAMPLES)(
  "an empty conversation shows the description and openings of the example $name",
  ({ description, openings }) => {
    draw(description);
    screen.getByText(description);
    expect(offered()).toEqual(openings);
    fireEvent.click(screen.getByRole("button", { name: openings[0] }));
    expect(onSend).toHaveBeenLastCalledWith(openings[0]);
  },
);

it("an empty conversation shows the description of another agent with default openings", () => {
  draw("Finds things");
  screen.getByText("Finds things");
  expect(offered()).toHaveLength(openings.length);
});
