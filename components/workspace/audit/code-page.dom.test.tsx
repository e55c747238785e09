import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import type { Execution, ExecutionStats, ExecutionSummary, HintView } from "@/lib/shared/executions";
import { CodePage } from "./code-page";

const ERROR = "The code threw TypeError: rows.map is not a function (line 2, column 8).\n  2 | rows.map()";

const stats: ExecutionStats = {
  ...{ total: 50, successful: 40, failed: 10, avgDurationMs: 120 },
  errors: [
    { category: "type", count: 9, examples: [{ id: "a", error: ERROR, code: "rows.map()" }] },
    { category: "timeout", count: 1, examples: [] },
  ],
  days: [{ day: "2026-11-24", total: 50, failed: 10 }],
};
const rate = (total: number, failed: number) => ({ total, failed, ofKinds: failed });
const hint: HintView = {
  ...{ isOn: true, threshold: { executions: 20, failures: 0.1 }, text: "- type: log what a value is." },
  hints: [
    {
      ...{ id: "h", categories: ["type"], text: "- type: log what a value is.", since: NOW, until: null },
      ...{ before: rate(30, 15), after: rate(20, 1) },
    },
  ],
};
const aRun: ExecutionSummary = {
  ...{ id: "a", runner: "isolate", tool: "run_sandbox_code", exitCode: 1, durationMs: 12, success: false },
  ...{ errorCategory: "type", conversationId: "c", messageId: "m", toolCallId: "t/001", title: "Sums" },
  ...{ createdAt: NOW, code: "rows.map()", stderr: ERROR, retry: "success" },
};
const { retry: _, ...summary } = aRun;
const whole: Execution = {
  ...summary,
  ...{ stdout: "read 3", triggerMessage: "Add these up", llmReasoning: "I compute it" },
  next: { kind: "call", tool: "run_sandbox_code", state: "output-available" },
};

const serve = () =>
  new FakeServer()
    .on("GET /api/code/executions", () => ({ executions: [aRun] }))
    .on("GET /api/code/executions/a", () => ({ execution: whole }));

const answerTo = (question: string) =>
  screen.getByText(question, { selector: "dt" }).nextElementSibling?.textContent;

it("the page summarises the most frequent error, its cause, and whether the hint helps", async () => {
  drawPage(<CodePage stats={stats} hint={hint} now={NOW} />, {
    server: serve(),
    path: "/agent/activity/code",
  });
  screen.getByText("50 runs, 20% failed; 120 ms on average.");
  expect(answerTo("Failed")).toBe("20%10 of 50");
  expect(answerTo("Most frequent error")).toBe("Types90% of failures: TypeError: rows.map is not a function");
  expect(answerTo("Hint for the agent")).toBe("HelpsFailed runs: 50% before, 5% with it");
  screen.getByText("- type: log what a value is.");
  expect(screen.getAllByText("Helps")).toHaveLength(2);
  screen.getByText("50% of 30 failed, 50% for this");
  screen.getByText("5% of 20 failed, 5% for this");
  await screen.findByText("Retry worked");
});

it("the page shows a failed run's code, error and next step, and runs a changed copy of the code", async () => {
  const server = serve().on("POST /api/code/executions/a/run", () => ({
    ...{ success: true, result: 7, stdout: "", stderr: "", durationMs: 3 },
  }));
  drawPage(<CodePage stats={stats} hint={hint} now={NOW} />, { server, path: "/agent/activity/code" });
  const runs = within(screen.getByRole("region", { name: "Runs" }));
  fireEvent.click(await runs.findByRole("button", { name: /rows.map is not a function/ }));
  await runs.findByText("run_sandbox_code worked.");
  runs.getByText("Add these up");
  runs.getByText("I compute it");
  expect(runs.getByRole("link", { name: "Sums" }).getAttribute("href")).toBe("/chat/c#m-m/t");
  fireEvent.click(runs.getByRole("button", { name: "Run again" }));
  fireEvent.change(runs.getByLabelText("Code", { selector: "textarea" }), { target: { value: "return 7" } });
  fireEvent.click(runs.getByRole("button", { name: "Run copy" }));
  await runs.findByText("Succeeded in 3 ms.");
});

it("a failure without output shows its exit code, and that its hint cannot be judged yet", async () => {
  const server = new FakeServer().on("GET /api/code/executions", () => ({
    executions: [{ ...aRun, stderr: "", exitCode: 3, errorCategory: "runtime" }],
  }));
  const early = { ...hint, hints: hint.hints.map((one) => ({ ...one, after: rate(3, 1) })) };
  drawPage(<CodePage stats={stats} hint={early} now={NOW} />, { server, path: "/agent/activity/code" });
  await screen.findByText("Exit code 3");
  expect(answerTo("Hint for the agent")).toBe("Too early to say3 of 10 runs since");
});

it("while it is too early to judge the newest hint, the page shows whether the previous one helped", async () => {
  const [last] = hint.hints;
  if (!last) throw new Error("There is no hint");
  const hints = [
    { ...last, id: "new", after: rate(3, 1) },
    { ...last, until: NOW },
  ];
  drawPage(<CodePage stats={stats} hint={{ ...hint, hints }} now={NOW} />, {
    server: serve(),
    path: "/agent/activity/code",
  });
  expect(answerTo("Hint for the agent")).toBe(
    "HelpedFailed runs: 50% before, 5% with it; current hint: 3 of 10 runs since",
  );
});

it("the page filters the runs by error category", async () => {
  const server = serve();
  drawPage(<CodePage stats={stats} hint={hint} now={NOW} />, { server, path: "/agent/activity/code" });
  fireEvent.click(screen.getByRole("button", { name: /Types/ }));
  await waitFor(() => expect(server.asked.join()).toContain("category=type"));
});

it("the page turns the hint off with the switch", async () => {
  const server = serve().on("PUT /api/settings", () => ({}));
  drawPage(<CodePage stats={stats} hint={{ ...hint, isOn: false }} now={NOW} />, {
    server,
    path: "/agent/activity/code",
  });
  screen.getByText("No hint");
  fireEvent.click(screen.getByRole("switch", { name: "Tell the agent about failures" }));
  await waitFor(() => expect(server.asked.join()).toContain("PUT /api/settings"));
});

it("the page shows an error when loading runs fails, and distinguishes no failed runs from no runs", async () => {
  const server = serve().on("GET /api/code/executions", () => refusal(503, "The database is away."));
  drawPage(<CodePage stats={stats} hint={hint} now={NOW} />, { server, path: "/agent/activity/code" });
  await screen.findByText(/Could not load\. The database is away\./);
  server.on("GET /api/code/executions", () => ({ executions: [] }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("No failures.");
  fireEvent.click(screen.getByRole("button", { name: "All runs" }));
  await screen.findByText("No runs.");
  expect(server.asked.at(-1)).toBe("GET /api/code/executions");
});

it("the page removes the category filter", async () => {
  const server = serve();
  drawPage(<CodePage stats={stats} hint={hint} now={NOW} />, { server, path: "/agent/activity/code" });
  fireEvent.click(screen.getByRole("button", { name: /Types/ }));
  const runs = within(screen.getByRole("region", { name: "Runs" }));
  fireEvent.click(await runs.findByRole("button", { name: "Types", pressed: true }));
  await waitFor(() => expect(runs.queryByRole("button", { name: "Types" })).toBeNull());
  runs.getByRole("button", { name: "Failures", pressed: true });
});

it("the page keeps the changed copy and shows the error when running it fails", async () => {
  const server = serve().on("POST /api/code/executions/a/run", () => refusal(429, "Enough runs already."));
  drawPage(<CodePage stats={stats} hint={hint} now={NOW} />, { server, path: "/agent/activity/code" });
  const runs = within(screen.getByRole("region", { name: "Runs" }));
  fireEvent.click(await runs.findByRole("button", { name: /rows.map is not a function/ }));
  fireEvent.click(await runs.findByRole("button", { name: "Run again" }));
  const code = runs.getByLabelText<HTMLTextAreaElement>("Code", { selector: "textarea" });
  fireEvent.change(code, { target: { value: "return 7" } });
  fireEvent.click(runs.getByRole("button", { name: "Run copy" }));
  await runs.findByText(/Enough runs already\./);
  expect(code.value).toBe("return 7");
});
