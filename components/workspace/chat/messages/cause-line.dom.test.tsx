import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { clock } from "@/lib/shared/chat/time";
import { UserMessage } from "./user-message";

const dueAt = "2026-11-23T07:00:00.000Z";
const draw = (kind: "cron" | "pulse") =>
  render(
    <UserMessage
      message={{
        id: "job:1",
        role: "user",
        parts: [{ type: "text", text: "Look at the weather." }],
        metadata: { createdAt: dueAt, cause: { kind, jobId: "1", name: "Morning plan", dueAt } },
      }}
    />,
  );

it("the message of a job run is shown as the job's, with the prompt folded", async () => {
  draw("cron");
  const line = await screen.findByText(/Job: Morning plan/);
  expect(line.textContent).toBe(`Job: Morning plan, due ${clock(dueAt)}`);
  screen.getByText("Look at the weather.");
  expect(screen.queryByText("You said")).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(screen.getByRole("link", { hidden: true }).getAttribute("href")).toBe("/calendar/jobs/1");
});

it("the message of a check-in is shown as one", async () => {
  draw("pulse");
  expect((await screen.findByText("Check-in")).textContent).toBe(`Check-in, due ${clock(dueAt)}`);
});
