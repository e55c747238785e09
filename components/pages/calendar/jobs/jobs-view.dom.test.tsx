import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { JOBS } from "@/components/client/events";
import { gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { ago, aRevision } from "@/components/client/testing/samples";
import { aJob, aRun, aServer, aTrigger, draw, row } from "../testing/jobs";

it("the page shows when each job or trigger runs next, its last result, and repeated failures", async () => {
  draw(
    aServer(
      [
        aJob("a"),
        aJob("b", { lastStatus: "failed", lastRunAt: ago(30), failures: 3, chatId: "talk" }),
        aJob("c", { enabled: false }),
      ],
      [
        aTrigger("d"),
        aTrigger("e", { kind: "table", sql: "select 1 from orders" }),
        aTrigger("f", {
          kind: "once",
          at: ago(60),
          enabled: false,
          lastStatus: "completed",
          lastRunAt: ago(60),
        }),
        aTrigger("g", { kind: "once", at: ago(-60), enabled: false }),
      ],
    ),
  );
  const first = await row("Plan a");
  await first.findByText("Weekdays at 07:00");
  first.getByText("tomorrow 07:00");
  first.getByText("Not yet run");
  const second = await row("Plan b");
  second.getByText("Failed 3 times in a row");
  await second.findByText("No key for the model.");
  expect(second.getByText("today 11:30").closest("a")?.textContent).toBe("Failed today 11:30");
  (await row("Plan c")).getByText("Paused");
  (await row("Bell d")).getByText("When its address is called");
  (await row("Bell e")).getByText("select 1 from orders");
  (await row("Bell f")).getByText("Over");
  (await row("Bell g")).getByText("Paused");
});

it("the page shows example prompts if there are no jobs, and puts it in the message field", async () => {
  const { router } = draw(aServer([]));
  fireEvent.click(await screen.findByText(/Remind me in two hours/));
  const [[address] = []] = router.push.mock.calls;
  expect(localStorage.getItem(`easel:draft:${String(address).replace("/chat/", "")}`)).toMatch(/^Remind me/);
});

it("the page pauses a job immediately, and reverts it if the server refuses", async () => {
  const answer = gate<unknown>();
  draw(aServer().on("PATCH /api/jobs/a", () => answer.wait));
  const control = (await row("Plan a")).getByRole("switch");
  fireEvent.click(control);
  expect(control.getAttribute("aria-checked")).toBe("false");
  answer.open(refusal(409, "It is being deleted."));
  await waitFor(() => expect(control.getAttribute("aria-checked")).toBe("true"));
  await waitFor(() => expect(notices()).toContain("“Plan a” not changed. It is being deleted."));
});

it("the page starts a run once despite repeated clicks, and reports it", async () => {
  const answer = gate<unknown>();
  const server = aServer().on("POST /api/jobs/a/run", () => answer.wait);
  draw(server);
  const button = (await row("Plan a")).getByRole("button", { name: "Run “Plan a” now" });
  fireEvent.click(button);
  fireEvent.click(button);
  answer.open({ run: { id: "run" } });
  await waitFor(() => expect(notices()).toContain("“Plan a” is starting"));
  expect(server.count("POST /api/jobs/a/run")).toBe(1);
});

it("the page removes a deleted job immediately, and restores its last version on undo", async () => {
  const jobs = [aJob("a")];
  const revision = aRevision(1, { kind: "job", name: "a" });
  const server = aServer(jobs)
    .on("DELETE /api/jobs/a", () => {
      jobs.pop();
      return { success: true };
    })
    .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...revision, deleted: true }), revision] }))
    .on(`POST /api/history/${revision.id}/restore`, () => {
      jobs.push(aJob("a"));
      return { ...revision, content: {} };
    });
  draw(server);
  const more = (await row("Plan a")).getByRole("button", { name: "More for “Plan a”" });
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Plan a")).toBeNull());
  await waitFor(() => expect(notices()).toContain("Deleted “Plan a”"));
  pressNotice("Undo");
  await screen.findByText("Plan a");
});

it("the page reloads if a job changes elsewhere", async () => {
  const jobs = [aJob("a")];
  const { tell } = draw(aServer(jobs));
  await screen.findByText("Plan a");
  jobs.push(aJob("b"));
  tell(JOBS);
  await screen.findByText("Plan b");
});

it("the panel of a job shows its runs with duration, cost and reason, and older runs on request", async () => {
  const server = aServer().on("GET /api/jobs/a/runs", ({ url }) =>
    url.searchParams.has("cursor")
      ? {
          runs: [
            aRun("2", {
              status: "skipped",
              reason: "The last one still ran",
              cost: null,
              conversationId: null,
            }),
          ],
        }
      : { runs: [aRun("1", {})], nextCursor: "next" },
  );
  draw(server, "/calendar/jobs/a");
  const runs = within(await screen.findByRole("list", { name: "Runs" }));
  runs.getByText("2 min 0 s · $0.02");
  expect(runs.getByText(/today/).closest("a")?.getAttribute("href")).toBe("/chat/talk");
  fireEvent.click(screen.getByRole("button", { name: "Show older runs" }));
  await runs.findByText("The last one still ran");
});

it("the page shows a message if the job that the URL names does not exist", async () => {
  draw(aServer(), "/calendar/jobs/gone");
  await screen.findByText("No such job");
});

it("the page shows an error if loading fails, and loads on retry", async () => {
  const server = aServer().lose("GET /api/jobs");
  draw(server);
  const list = within((await screen.findByText(/Not loaded/)).parentElement as HTMLElement);
  server.on("GET /api/jobs", () => ({ jobs: [aJob("a")] }));
  fireEvent.click(list.getByRole("button", { name: "Try again" }));
  await screen.findByText("Plan a");
});

it("the page reports why a run did not start or a job was not deleted, and deletes it on retry", async () => {
  const jobs = [aJob("a")];
  const server = aServer(jobs)
    .on("POST /api/jobs/a/run", () => refusal(409, "It runs already."))
    .on("DELETE /api/jobs/a", () => refusal(503, "The database is away."));
  draw(server, "/calendar/jobs/a");
  const open = within(await screen.findByRole("dialog"));
  fireEvent.click(await open.findByRole("button", { name: "Run now" }));
  await waitFor(() => expect(notices()).toContain("“Plan a” not started. It runs already."));
  fireEvent.click(open.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices()).toContain("“Plan a” not deleted. The database is away."));
  await screen.findByText("Plan a");
  server.on("DELETE /api/jobs/a", () => {
    jobs.pop();
    return { success: true };
  });
  pressNotice("Try again");
  await waitFor(() => expect(screen.queryByText("Plan a")).toBeNull());
});

it("the page offers a retry if restoring a deleted job failed", async () => {
  const jobs = [aJob("a")];
  const last = { kind: "job", name: "a" } as const;
  const revision = aRevision(1, last);
  const server = aServer(jobs)
    .on("DELETE /api/jobs/a", () => {
      jobs.pop();
      return { success: true };
    })
    .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...last, deleted: true }), revision] }))
    .lose(`POST /api/history/${revision.id}/restore`);
  draw(server, "/calendar/jobs/a");
  const open = within(await screen.findByRole("dialog"));
  fireEvent.click(await open.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices()).toContain("Deleted “Plan a”"));
  pressNotice("Undo");
  await waitFor(() => expect(notices().join()).toContain("“Plan a” not restored."));
  server.on(`POST /api/history/${revision.id}/restore`, () => {
    jobs.push(aJob("a"));
    return { ...revision, content: {} };
  });
  pressNotice("Try again");
  await screen.findByText("Plan a");
});
