import { expect, it } from "vitest";
import { hrefOf, type Place, placeOf } from "./calendar-url";

it.each<[Place, string]>([
  [{ at: "events" }, "/calendar"],
  [
    { at: "events", event: "tooth", on: "2026-11-24T09:00:00Z" },
    "/calendar?event=tooth&on=2026-11-24T09%3A00%3A00Z",
  ],
  [{ at: "jobs" }, "/calendar/jobs"],
  [{ at: "jobs", id: "a b" }, "/calendar/jobs/a%20b"],
  [{ at: "contacts" }, "/calendar/contacts"],
  [{ at: "contacts", contact: '{"$oid":"b"}' }, "/calendar/contacts?contact=%7B%22%24oid%22%3A%22b%22%7D"],
])("placeOf parses the address that hrefOf returns for %j", (place, address) => {
  expect(hrefOf(place)).toBe(address);
  const { pathname, searchParams } = new URL(address, "http://localhost");
  expect(placeOf(pathname, searchParams)).toEqual(place);
});
