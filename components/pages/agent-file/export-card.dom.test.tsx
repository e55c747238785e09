import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import { AgentBase } from "@/components/ui/kit/agent-base";
import { ExportCard } from "./export-card";

const OTHER = "22222222-2222-4222-8222-222222222222";
const href = () => screen.getByRole("link", { name: "Export this agent" }).getAttribute("href");
const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));

it("the export card exports all versions and no conversations by default", () => {
  drawPage(<ExportCard />);
  expect(href()).toBe("/api/export");
  screen.getByText(/^Conversations, keys, tokens/);
  tick("Include all versions");
  expect(href()).toBe("/api/export?history=live");
  tick("Include conversations");
  expect(href()).toBe("/api/export?history=live&conversations=true");
  screen.getByText(/, messages$/);
  expect(screen.queryByText(/^Conversations, keys, tokens/)).toBeNull();
});

it("the export card exports the agent that the page shows", () => {
  drawPage(
    <AgentBase base={`/a/${OTHER}`}>
      <ExportCard />
    </AgentBase>,
  );
  expect(href()).toBe(`/api/export?agent=${OTHER}`);
  tick("Include conversations");
  expect(href()).toBe(`/api/export?conversations=true&agent=${OTHER}`);
});
