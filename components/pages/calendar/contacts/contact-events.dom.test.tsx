import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Shown } from "../events/event-draft";
import { draftOf } from "../events/event-draft";
import { EventForm } from "../events/event-form";
import { dayOfLink, useLinkedEvent } from "../events/use-linked-event";
import { ContactEvents } from "./contact-events";

const ROUTE = "GET /api/documents/contact-events";
const event = { isSeries: false, isOver: false, isCancelled: false };
const EVENTS = [
  { ...event, id: "tea", title: "Tea", start: "2096-11-05", allDay: true },
  { ...event, id: 7, title: "Call", start: "2020-01-02T09:00:00Z", allDay: false, isOver: true },
];

it("the events of a contact link to the calendar, and are refetched on changes of the schedule", async () => {
  let total = 2;
  const server = new FakeServer().on(ROUTE, () => ({ events: EVENTS, total }));
  const go = vi.fn();
  const { tell } = drawPage(<ContactEvents id="ada" onGo={go} />, { server });
  const [tea, call] = await screen.findAllByRole("link");
  expect(tea?.textContent).toBe("Mon, 5 Nov 2096Tea");
  expect(tea?.getAttribute("href")).toBe("/calendar?event=tea&on=2096-11-05");
  expect(call?.textContent).toContain("Call, over");
  fireEvent.click(call as HTMLElement);
  expect(go).toHaveBeenCalledWith({
    ...{ at: "events", event: "7", on: "2020-01-02T09:00:00Z" },
  });
  total = 5;
  tell('documents ["schedule"]');
  await screen.findByText("3 more");
});

it("the events of a contact show an error with retry, and an empty state", async () => {
  const server = new FakeServer().on(ROUTE, () => refusal(400, "It is broken."));
  drawPage(<ContactEvents id="ada" onGo={vi.fn()} />, { server });
  expect((await screen.findByRole("alert")).textContent).toBe("Not loaded. It is broken.");
  server.on(ROUTE, () => ({ events: [], total: 0 }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("No events");
});

it("an event links to its contact, also if the contact's name is unknown", async () => {
  const times = { start: "2026-11-05", end: null, allDay: true };
  const draft = draftOf(times, { title: "Tea", contactId: { $oid: "a" } }, "UTC");
  drawPage(<EventForm calendars={[]} draft={draft} problems={{}} canRepeat onChange={vi.fn()} />);
  const link = await screen.findByRole("link", { name: "Show contact" });
  expect(link.getAttribute("href")).toBe("/calendar/contacts?contact=%7B%22%24oid%22%3A%22a%22%7D");
});

const shown = (id: string, start: string): Shown => ({
  event: { _id: id },
  occurrence: { key: id, event: 0, start, end: null, allDay: true, original: null },
});
const entry = (id: string, start: string) => ({ extendedProps: { shown: shown(id, start), rank: 0 } });

type LinkedProps = { entries: Parameters<typeof useLinkedEvent>[1]; onOpen: (shown: Shown) => void };
function Linked({ entries, onOpen }: LinkedProps) {
  useLinkedEvent({ event: "run", on: "2026-11-06" }, entries, onOpen);
  return null;
}

it("the linked event opens once, at the linked occurrence", () => {
  const open = vi.fn();
  const { rerender } = drawPage(<Linked entries={[{ extendedProps: { rank: 1 } }]} onOpen={open} />);
  expect(open).not.toHaveBeenCalled();
  const entries = [entry("tea", "2026-11-06"), entry("run", "2026-11-05"), entry("run", "2026-11-06")];
  rerender(<Linked entries={entries} onOpen={open} />);
  rerender(<Linked entries={[...entries]} onOpen={open} />);
  expect(open.mock.calls).toEqual([[shown("run", "2026-11-06")]]);
});

it("dayOfLink uses the given time zone and rejects invalid text", () => {
  expect(dayOfLink("2026-11-30T23:30:00Z", "Europe/Berlin")).toBe("2026-12-01");
  expect(dayOfLink("2026-11-30", "America/New_York")).toBe("2026-11-30");
  expect(dayOfLink("soon", "UTC")).toBeUndefined();
});
