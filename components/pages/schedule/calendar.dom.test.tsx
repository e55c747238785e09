import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { Calendar } from "./calendar";

const WEEK = { from: "2026-11-16T00:00:00.000Z", to: "2026-11-23T00:00:00.000Z" };
const aRun = (id: string, rest: object = {}) => ({
  ...{ id, jobId: "a", kind: "cron", name: "Plan", dueAt: "2026-11-18T07:00:00.000Z", status: "completed" },
  ...{ reason: null, conversationId: "talk", runId: id, cost: 0.02, tokens: 9 },
  ...{ startedAt: "2026-11-18T07:00:00.000Z", endedAt: "2026-11-18T07:01:00.000Z" },
  ...rest,
});
const due = [{ jobId: "b", kind: "cron", name: "<b>Bell</b>", at: "2026-11-20T09:30:00.000Z" }];

let isPhone = false;

beforeEach(() => {
  isPhone = false;
  vi.useFakeTimers({ now: new Date("2026-11-18T12:00:00.000Z"), toFake: ["Date"] });
  vi.stubGlobal("matchMedia", () => ({
    matches: isPhone,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

function draw(server: FakeServer) {
  const onJob = vi.fn();
  return { ...drawPage(<Calendar first={WEEK} onJob={onJob} />, { server, path: "/schedule" }), onJob };
}
const aServer = (rest: object = {}) =>
  new FakeServer().on("GET /api/schedule", () => ({ runs: [aRun("1")], due, isCut: false, ...rest }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const spans = (server: FakeServer) =>
  server.asked.map((asked) => {
    const query = new URL(asked.replace("GET ", ""), "http://localhost").searchParams;
    return [query.get("from"), query.get("to")].map((at) => at?.slice(0, 10)).join(" ");
  });

it("the calendar shows past and due runs with their results, also for screen readers", async () => {
  draw(aServer());
  const ran = await screen.findByText("Plan");
  expect(ran.closest("[title]")?.getAttribute("title")).toBe("Plan: Done, $0.02");
  expect(ran.closest("[title]")?.textContent).toMatch(/07:00Plan, Done, \$0\.02$/);
  expect(screen.getByText("<b>Bell</b>").closest("[title]")?.textContent).toMatch(/09:30.*, Due$/);
});

it("the calendar opens the conversation of a past run, and the job of a due one in the panel", async () => {
  const { router, onJob } = draw(aServer());
  fireEvent.click(await screen.findByText("Plan"));
  expect(router.push.mock.calls[0]?.[0]).toBe("/chat/talk");
  fireEvent.click(screen.getByText("<b>Bell</b>"));
  expect(onJob).toHaveBeenCalledWith("b");
});

it("the calendar loads the visible range after moving back, ahead, or to the month", async () => {
  const { server } = draw(aServer());
  await screen.findByText("Plan");
  press("Earlier");
  await waitFor(() => expect(spans(server)).toContain("2026-11-09 2026-11-16"));
  press("Today");
  press("Later");
  await waitFor(() => expect(spans(server)).toContain("2026-11-23 2026-11-30"));
  press("Today");
  fireEvent.click(screen.getByRole("radio", { name: "Month" }));
  await waitFor(() => expect(spans(server).at(-1)).toBe("2026-10-26 2026-12-07"));
  expect(screen.getByRole("heading").textContent).toContain("November 2026");
});

it("the calendar shows an error if loading fails, and a notice if some due runs are not shown", async () => {
  const server = new FakeServer().on("GET /api/schedule", () => refusal(503, "The database is away."));
  draw(server);
  await screen.findByText("Could not load these days. The database is away.");
  server.on("GET /api/schedule", () => ({ runs: [], due, isCut: true }));
  press("Try again");
  await screen.findByText("More is due on these days than shown.");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("on phones the calendar is a list of days without a range selector, or a message if empty", async () => {
  isPhone = true;
  draw(aServer({ runs: [], due: [] }));
  await screen.findByText("Nothing was or is due on these days.");
  expect(screen.queryByRole("radio", { name: "Month" })).toBeNull();
});
