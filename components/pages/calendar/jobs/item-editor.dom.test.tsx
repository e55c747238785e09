import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import type { Item } from "./api";
import { ItemEditor } from "./item-editor";

const common = {
  ...{ id: "a", name: "Plan", instruction: "Look at the weather.", enabled: true, chatId: null },
  ...{ nextRunAt: null, lastRunAt: null, lastStatus: null, failures: 0, createdAt: NOW },
};
const job: Item = {
  ...common,
  ...{ kind: "cron", cronExpression: "0 7 * * 1-5", timeZone: "UTC", catchUp: "one", nextRuns: [] },
};
const trigger: Item = { ...common, kind: "table", sql: "SELECT 1 FROM orders" };

function draw(item?: Item, server = new FakeServer()) {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  const take = ({ body }: { body: unknown }) => {
    sent.push(body);
    return { job: { ...job, ...(body as object) } };
  };
  server.on("POST /api/jobs", take).on("PATCH /api/jobs/a", take);
  server.on("GET /api/jobs/preview", ({ url }) =>
    url.searchParams.get("cronExpression") === "soon"
      ? refusal(422, "An expression has five fields.")
      : { cronExpression: "", timeZone: "", nextRuns: ["2026-11-23T07:00:00.000Z"] },
  );
  const page = drawPage(<ItemEditor item={item} timeZone="UTC" onClose={onClose} />, { server });
  return { ...page, sent, onClose };
}
const field = (label: string | RegExp) => screen.getByLabelText(label);
const fill = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const isWrong = (label: RegExp) => field(label).getAttribute("aria-invalid") === "true";
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("the editor creates a job from the choices, and shows its schedule in words and next times", async () => {
  const { sent, onClose } = draw();
  fill(/^Name/, " Morning plan ");
  fill(/^Instruction/, "Look at the weather.");
  fill("When", "week");
  fill("Time", "06:30");
  press("Wednesday");
  await screen.findByText("Every Monday and Wednesday at 06:30");
  await screen.findByText(/Monday,? 23 November 2026/);
  press("Create");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      ...{ name: "Morning plan", instruction: "Look at the weather." },
      ...{ cronExpression: "30 6 * * 1,3", timeZone: "UTC", catchUp: "one" },
    },
  ]);
});

it("the cron expression starts with the choices, and an error is shown if it is invalid", async () => {
  draw(job);
  fill("When", "expression");
  expect((field("Expression") as HTMLInputElement).value).toBe("0 7 * * 1-5");
  fill("Expression", "soon");
  await screen.findByText("An expression has five fields.");
});

it("the editor shows missing fields without sending a request", () => {
  const { sent } = draw();
  press("Create");
  expect(screen.getAllByText("Required")).toHaveLength(2);
  for (const label of [/^Name/, /^Instruction/]) expect(isWrong(label)).toBe(true);
  fill("Trigger", "state");
  press("Create");
  expect(isWrong(/^State key/)).toBe(true);
  expect(sent).toEqual([]);
});

it("the editor shows a validation error of the server at its field, and keeps the input", async () => {
  const { server, onClose } = draw(job);
  server.on("PATCH /api/jobs/a", () =>
    refusal(422, "The body is not right.", [{ path: "name", message: "Another job has this name" }]),
  );
  fill(/^Name/, "Evening plan");
  press("Save");
  await screen.findByText("Another job has this name");
  await screen.findByText("Not saved. The body is not right.");
  expect((field(/^Name/) as HTMLInputElement).value).toBe("Evening plan");
  expect(onClose).not.toHaveBeenCalled();
});

it("the editor shows the URL of a new webhook before the dialog closes", async () => {
  const { server, onClose } = draw();
  const sent: unknown[] = [];
  server.on("POST /api/triggers", ({ body }) => {
    sent.push(body);
    return { trigger: { ...job, id: "b", kind: "webhook", url: "http://localhost:3000/hooks/secret" } };
  });
  fill(/^Name/, "Bell");
  fill(/^Instruction/, "Tell me who is there.");
  fill("Trigger", "webhook");
  press("Create");
  await screen.findByText("http://localhost:3000/hooks/secret");
  expect(sent).toEqual([{ name: "Bell", instruction: "Tell me who is there.", kind: "webhook" }]);
  expect(onClose).not.toHaveBeenCalled();
  press("Done");
  expect(onClose).toHaveBeenCalled();
});

it("the editor creates a reminder at a time in the time zone of the browser", async () => {
  const { server } = draw();
  const sent: unknown[] = [];
  server.on("POST /api/triggers", ({ body }) => {
    sent.push(body);
    return { trigger: { ...job, id: "b", kind: "once", at: "2026-11-23T07:00:00.000Z" } };
  });
  fill(/^Name/, "Bakery");
  fill(/^Instruction/, "Remind me to call.");
  fill("Trigger", "once");
  press("Create");
  screen.getByText("Required");
  fill(/^Day and time/, "2030-05-01T09:30");
  press("Create");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ kind: "once", at: new Date("2030-05-01T09:30").toISOString() });
});

it("the editor clamps numbers to their range", async () => {
  const { sent } = draw(job);
  const becomes = (label: string, value: string) => {
    fill(label, value);
    expect((field(label) as HTMLInputElement).value).toBe(value);
    fireEvent.blur(field(label));
    return (field(label) as HTMLInputElement).value;
  };
  fill("When", "hour");
  expect(["75", "-1", "7.9"].map((value) => becomes("Minutes past the hour", value))).toEqual([
    "59",
    "0",
    "7",
  ]);
  fill("When", "month");
  expect(["99", "0", "30"].map((value) => becomes("Day of the month", value))).toEqual(["31", "1", "30"]);
  // Numbers are clamped only on blur. An emptied field gets the previous number back.
  fill("Day of the month", "0");
  expect(["05", "", "30"].map((value) => becomes("Day of the month", value))).toEqual(["05", "5", "30"]);
  press("Save");
  await waitFor(() => expect(sent).toMatchObject([{ cronExpression: "0 7 30 * *" }]));
});

it("the editor requires at least one day for a weekly rhythm", async () => {
  const { sent } = draw(job);
  fill("When", "week");
  press("Monday");
  press("Save");
  await screen.findByText("Choose a day");
  press("Sunday");
  press("Save");
  await waitFor(() => expect(sent).toMatchObject([{ cronExpression: "0 7 * * 0" }]));
});

it("the editor shows the local time of a job in another time zone, and sends that zone", async () => {
  const { sent } = draw(job);
  await screen.findByText(/Monday,? 23 November 2026/);
  expect(screen.queryByText(/your time/)).toBeNull();
  fireEvent.click(field("Time zone"));
  fireEvent.click(await screen.findByRole("option", { name: /Asia\/Tokyo/ }));
  await screen.findByText(/^First: .*23 November 2026.*, your time$/);
  fireEvent.click(screen.getByRole("checkbox", { name: "Run late if Easel was off" }));
  press("Save");
  await waitFor(() => expect(sent).toMatchObject([{ timeZone: "Asia/Tokyo", catchUp: "none" }]));
});

it("the editor edits the condition of a trigger, but not its kind", async () => {
  const { server } = draw(trigger);
  const sent: unknown[] = [];
  server.on("PATCH /api/triggers/a", ({ body }) => {
    sent.push(body);
    return refusal(422, "That is no condition.", [{ path: "sql", message: "There is no table orders" }]);
  });
  expect(screen.queryByLabelText("Trigger")).toBeNull();
  fill(/^Condition/, "SELECT 2 FROM orders");
  press("Save");
  await screen.findByText("There is no table orders");
  expect(sent).toEqual([{ name: "Plan", instruction: "Look at the weather.", sql: "SELECT 2 FROM orders" }]);
  expect((field(/^Condition/) as HTMLInputElement).value).toBe("SELECT 2 FROM orders");
});

it("the form is sent once despite repeated clicks, and again on retry after a network error", async () => {
  const answer = gate<unknown>();
  const { server, onClose } = draw(trigger);
  server.on("PATCH /api/triggers/a", () => answer.wait);
  press("Save");
  press("Save");
  answer.fail(new TypeError("Failed to fetch"));
  await screen.findByText(/^Not saved\. Easel cannot be reached/);
  expect(server.count("PATCH /api/triggers/a")).toBe(1);
  server.on("PATCH /api/triggers/a", () => ({ trigger }));
  press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it("the editor creates a trigger for mails of a sender in a folder that the agent may read", async () => {
  const server = new FakeServer().on("GET /api/mail", () => ({
    ...{ account: null, rules: { folders: ["INBOX", "Work"], senders: [], talks: false } },
  }));
  const { onClose } = draw(undefined, server);
  const sent: unknown[] = [];
  server.on("POST /api/triggers", ({ body }) => {
    sent.push(body);
    return { trigger: { ...job, id: "b", kind: "mail", from: "reef.test" } };
  });
  fill(/^Name/, "Ferry");
  fill(/^Instruction/, "Note it.");
  fill("Trigger", "mail");
  press("Create");
  screen.getByText("Required");
  fill(/^From/, "reef.test");
  await screen.findByRole("option", { name: "Work" });
  fill("Folder", "Work");
  press("Create");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { name: "Ferry", instruction: "Note it.", kind: "mail", from: "reef.test", subject: "", folder: "Work" },
  ]);
});
