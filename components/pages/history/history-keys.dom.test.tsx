import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import { CommandsProvider, useRegistry } from "@/components/ui/kit/commands";
import { HistoryPage } from "./history-page";

const VERSIONS = [3, 2, 1];
const summaryOf = (version: number) => ({
  ...{ id: aRevision(version).id, added: 1, removed: 0, words: `Step ${version}` },
  ...{ tool: null, conversation: null, said: null },
});
const createdAt = (version: number) => `2026-11-20T1${version}:00:00.000Z`;
const revision = (version: number) => aRevision(version, { createdAt: createdAt(version) });

let press: (shortcut: "restore") => boolean;
function Keys() {
  const registry = useRegistry();
  press = (shortcut) => registry.press(shortcut);
  return null;
}

function draw(path = "/agent/history") {
  const server = new FakeServer()
    .on("GET /api/history", () => ({ revisions: VERSIONS.map(revision) }))
    .on("GET /api/history/summaries", () => ({ summaries: VERSIONS.map(summaryOf) }))
    .on("GET /api/history/at", ({ url }) => ({ at: url.searchParams.get("at"), hash: "h", changes: [] }))
    .on("GET /api/origins", () => ({ marks: [] }));
  const content = (version: number) => ({ description: "", parameter_schema: {}, code: `return ${version}` });
  for (const version of VERSIONS) {
    server.on(`GET /api/history/${revision(version).id}`, () => ({
      ...revision(version),
      content: content(version),
    }));
    server.on(`POST /api/history/${revision(version).id}/restore`, () => ({ ...revision(4), content: null }));
  }
  const page = { revisions: VERSIONS.map(revision), summaries: VERSIONS.map(summaryOf), filter: {} };
  const shown = (
    <CommandsProvider>
      <Keys />
      <HistoryPage page={page} items={[]} entry={undefined} now={NOW} />
    </CommandsProvider>
  );
  return drawPage(shown, { server, path });
}

const row = (version: number) => screen.getByRole("link", { name: `Step ${version}` });
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

beforeEach(() => {
  Object.defineProperty(window, "innerWidth", { value: 1280, configurable: true });
});

it("the kinds are one field, which keeps the author", async () => {
  draw("/agent/history?kind=tool&author=agent");
  const kinds = screen.getByRole<HTMLSelectElement>("combobox", { name: "Kinds" });
  expect(kinds.selectedOptions[0]?.textContent).toBe("Tools");
  fireEvent.change(kinds, { target: { value: "component" } });
  await waitFor(() => expect(location.search).toBe("?kind=component&author=agent"));
  fireEvent.change(screen.getByRole("combobox", { name: "Kinds" }), { target: { value: "" } });
  await waitFor(() => expect(location.search).toBe("?author=agent"));
});

it("arrow keys move along the timeline, and R restores the version that is shown", async () => {
  const { server } = draw();
  row(3).focus();
  key("ArrowDown");
  key("ArrowDown");
  key("ArrowDown");
  expect(document.activeElement).toBe(row(1));
  expect(row(1).getAttribute("aria-current")).toBe("true");
  await screen.findByRole("button", { name: "Restore version 1" });
  expect(document.activeElement).toBe(row(1));
  key("ArrowUp");
  await screen.findByRole("button", { name: "Restore version 2" });
  expect(press("restore")).toBe(true);
  await waitFor(() => expect(server.count(`POST /api/history/${revision(2).id}/restore`)).toBe(1));
});

it("a click on the timeline chooses the point in time to go back to", async () => {
  draw(`/agent/history?at=${encodeURIComponent(createdAt(3))}`);
  expect(row(3).getAttribute("aria-current")).toBe("true");
  fireEvent.click(row(1));
  await waitFor(() => expect(new URLSearchParams(location.search).get("at")).toBe(createdAt(1)));
  expect(row(1).getAttribute("aria-current")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "An hour ago" }));
  const hourAgo = new Date(Date.parse(NOW) - 3_600_000).toISOString();
  await waitFor(() => expect(new URLSearchParams(location.search).get("at")).toBe(hourAgo));
});
