import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { CalendarPage } from "./calendar-page";
// Preload the lazy views, so that the test does not wait for them.
import "./contacts/contacts-view";
import "./events/calendar-view";

it("the tabs are links to the calendar, the jobs and the contacts, and open without loading the page", async () => {
  const server = new FakeServer()
    .on("GET /api/jobs", () => ({ jobs: [] }))
    .on("GET /api/triggers", () => ({ triggers: [] }))
    .on("POST /api/documents/query", ({ body }) =>
      (body as { operation: string }).operation === "find" ? { rows: [] } : { count: 0 },
    )
    .on("GET /api/schedule", () => ({ runs: [], due: [], isCut: false }))
    .on("GET /api/documents/calendar", () => ({ occurrences: [], events: [], isCut: false }));
  drawPage(<CalendarPage now={NOW} timeZone="UTC" />, { server, path: "/calendar/jobs" });
  const tab = (name: string) => screen.getByRole("link", { name });
  expect(tab("Jobs").getAttribute("aria-current")).toBe("page");
  await screen.findByText("No jobs yet. Try:");
  fireEvent.click(tab("Contacts"));
  await screen.findByText("No contacts yet");
  expect(location.pathname).toBe("/calendar/contacts");
  fireEvent.click(tab("Calendar"));
  await screen.findByRole("button", { name: "New event" });
  expect(tab("Calendar").getAttribute("aria-current")).toBe("page");
  expect(location.pathname).toBe("/calendar");
  fireEvent.click(tab("Jobs"), { ctrlKey: true });
  expect(location.pathname).toBe("/calendar");
});
