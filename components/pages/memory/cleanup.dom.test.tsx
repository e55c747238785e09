import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { Consolidation } from "@/lib/shared/memory/consolidation";
import { DEFAULT_RULE } from "@/lib/shared/memory/memory-sessions";
import { Cleanup } from "./cleanup";
// Preload lazy modules, so that tests do not wait for them.
import "./nightly";
import "./sessions";

const aTidying = (changes: Consolidation[] = [], ranAt: string | null = null) => ({
  consolidation: { enabled: false, time: "03:00", timeZone: "Europe/Berlin", ranAt },
  changes,
});
const aChange = (kind: Consolidation["kind"], ...facts: [string | null, string | null][]): Consolidation => ({
  ...{ id: kind, kind, createdAt: NOW },
  facts: facts.map(([before, now], nth) => ({
    ...{ id: `${kind}-${nth}`, before, now, updatedAt: now === null ? null : NOW },
  })),
});

function aServer() {
  const sessions = { ...DEFAULT_RULE, timeZone: "Europe/Berlin" };
  const server = new FakeServer()
    .on("GET /api/memory/consolidation", () => aTidying())
    .on("GET /api/memory/sessions", () => ({ sessions }))
    .on("PUT /api/memory/sessions", ({ body }) => ({ sessions: Object.assign(sessions, body) }));
  return { server, sessions };
}
const draw = (server: FakeServer) => drawPage(<Cleanup isInitiallyOpen />, { server });
const select = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });

it("it can be set when sessions end automatically and for which kinds of conversation", async () => {
  const { server, sessions } = aServer();
  draw(server);
  const chats = await screen.findByRole("checkbox", { name: "Your conversations" });
  expect(chats.getAttribute("aria-checked")).toBe("false");
  expect(screen.queryByRole("combobox", { name: "Day" })).toBeNull();
  select("End automatically", "weekly");
  await screen.findByRole("combobox", { name: "Day" });
  select("Day", "0");
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "04:30" } });
  fireEvent.click(chats);
  await screen.findByText("Saved");
  await waitFor(() =>
    expect(sessions).toMatchObject({
      ...{ autoDivide: "weekly", weekday: 0, time: "04:30" },
      conversations: ["chat", "pulse", "channel"],
    }),
  );
  select("End automatically", "none");
  await waitFor(() => expect(screen.queryByRole("checkbox")).toBeNull());
});

it("a change that was not saved is reverted, with the reason", async () => {
  const { server } = aServer();
  server.on("PUT /api/memory/sessions", () => refusal(503, "The database is away."));
  draw(server);
  await screen.findByRole("checkbox", { name: "Check-ins" });
  select("End automatically", "none");
  await screen.findByText("Not saved. The database is away.");
  screen.getByRole("checkbox", { name: "Check-ins" });
});

it("the changes of consolidation are listed, each with actions to keep or undo it", async () => {
  const { server } = aServer();
  let changes = [
    aChange("merged", ["Bakes rye bread", "Bakes rye bread"], ["Bakes bread", null]),
    aChange("contradiction", ["Lives in Bern", "Lives in Bern"], ["Lives in Basel", "Lives in Basel"]),
    aChange("summarised", [null, "The oven is fixed."], ["Fixed the oven.", null]),
  ];
  const settled: unknown[] = [];
  server.on("GET /api/memory/consolidation", () => aTidying(changes, NOW));
  for (const { id } of changes)
    server.on(`PATCH /api/memory/consolidation/${id}`, ({ body }) => {
      settled.push([id, body]);
      if (id === "summarised") return refusal(409, "One of these facts has changed since.");
      changes = changes.filter((one) => one.id !== id);
      return aTidying(changes, NOW);
    });
  draw(server);
  const row = async (title: string) => within((await screen.findByText(title)).closest("li") as HTMLElement);
  const merged = await row("Merged duplicates");
  expect(merged.getByRole("link").getAttribute("href")).toBe("/memory/facts/merged-0");
  merged.getByText("Bakes bread");
  // Contradictions are shown at the facts.
  expect(screen.queryByText("Lives in Basel")).toBeNull();
  screen.getByRole("button", { name: "Cleanup (2 to review)" });
  fireEvent.click(merged.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText("Bakes bread")).toBeNull());
  fireEvent.click((await row("Summarised expiring facts")).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(notices().join()).toContain("One of these facts has changed since."));
  await screen.findByText("The oven is fixed.");
  expect(settled).toEqual([
    ["merged", { settled: "undone" }],
    ["summarised", { settled: "undone" }],
  ]);
});

it("is folded until it is opened", async () => {
  const { server } = aServer();
  drawPage(<Cleanup isInitiallyOpen={false} />, { server });
  expect(screen.queryByRole("heading", { name: "Sessions" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cleanup" }));
  await screen.findByRole("heading", { name: "Sessions" });
});

it("the time of the nightly consolidation is saved, and the reason is shown if that fails", async () => {
  const { server } = aServer();
  const consolidation = { ...aTidying().consolidation };
  const sent: unknown[] = [];
  server.on("PUT /api/memory/consolidation", ({ body }) => {
    sent.push(body);
    if (sent.length === 3) return refusal(503, "The database is away.");
    return { consolidation: Object.assign(consolidation, body), changes: [] };
  });
  draw(server);
  const title = await screen.findByRole("heading", { name: "Facts" });
  const card = within(title.closest("section") as HTMLElement);
  const nightly = await card.findByRole("switch", { name: "Every night" });
  card.getByText("No cleanup yet.");
  expect(card.queryByLabelText("Time")).toBeNull();
  fireEvent.click(nightly);
  const time = await card.findByLabelText<HTMLInputElement>("Time");
  fireEvent.change(time, { target: { value: "04:15" } });
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(consolidation.time).toBe("04:15"));
  fireEvent.click(nightly);
  await card.findByText("Not saved. The database is away.");
  expect(nightly.getAttribute("aria-checked")).toBe("true");
  expect(time.value).toBe("04:15");
  expect(sent).toEqual([{ enabled: true }, { time: "04:15" }, { enabled: false }]);
});

it("consolidation starts once despite repeated clicks, and reports that nothing is left to review", async () => {
  const { server } = aServer();
  const answer = gate<unknown>();
  server.on("POST /api/memory/consolidation", () => answer.wait);
  draw(server);
  const button = await screen.findByRole("button", { name: "Clean up now" });
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("button", { name: "Cleaning up" }));
  answer.open(aTidying([], NOW));
  await screen.findByText(/Nothing to review/);
  expect(server.count("POST /api/memory/consolidation")).toBe(1);
  server.on("POST /api/memory/consolidation", () => refusal(429, "Easel is at it already."));
  fireEvent.click(await screen.findByRole("button", { name: "Clean up now" }));
  await waitFor(() => expect(notices()).toContain("Not cleaned up. Easel is at it already."));
});

it("an error is shown if loading fails, and loading is repeated on retry", async () => {
  const { server } = aServer();
  draw(server.lose("GET /api/memory/consolidation"));
  const alert = await screen.findByText(/^Could not load\./);
  server.on("GET /api/memory/consolidation", () => aTidying());
  fireEvent.click(within(alert.parentElement as HTMLElement).getByRole("button", { name: "Try again" }));
  await screen.findByRole("switch", { name: "Every night" });
});

it("each change is hidden as soon as the user keeps it, also while both requests are pending", async () => {
  const { server } = aServer();
  let changes = [aChange("merged", ["Bakes", null]), aChange("summarised", ["Sings", null])];
  const answers = { merged: gate<null>(), summarised: gate<null>() };
  server.on("GET /api/memory/consolidation", () => aTidying(changes, ago(60 * 24)));
  for (const id of ["merged", "summarised"] as const)
    server.on(`PATCH /api/memory/consolidation/${id}`, async () => {
      await answers[id].wait;
      changes = changes.filter((one) => one.id !== id);
      return aTidying(changes, NOW);
    });
  draw(server);
  await screen.findByText("Last cleanup");
  const keep = () => fireEvent.click(screen.getAllByRole("button", { name: "Keep it" })[0] as HTMLElement);
  keep();
  await waitFor(() => expect(screen.queryByText("Bakes")).toBeNull());
  keep();
  await waitFor(() => expect(screen.queryByText("Sings")).toBeNull());
  expect(screen.queryByText("Bakes")).toBeNull();
  answers.merged.open(null);
  answers.summarised.open(null);
  await screen.findByText(/Nothing to review/);
});
