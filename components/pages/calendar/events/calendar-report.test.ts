import { expect, test } from "vitest";
import { describeCalendarReport } from "./calendar-report";

const all = { added: 1, updated: 0, same: 2, problems: [], problemCount: 0, left: [], leftCount: 0 };

test("the report of an import contains only counts if everything was imported", () => {
  expect(describeCalendarReport(all)).toBe("1 event added, 0 updated, 2 unchanged");
});

test("the report of an import names lines that could not be read and properties that were not imported", () => {
  const problems = [{ line: 9, reason: "It has no DTSTART." }];
  const left = [
    { property: "ATTENDEE", count: 12 },
    { property: "VALARM", count: 1 },
    { property: "RECURRENCE-ID;RANGE=THISANDFUTURE", count: 1 },
  ];
  expect(describeCalendarReport({ ...all, problems, problemCount: 2, left, leftCount: 17 })).toBe(
    "1 event added, 0 updated, 2 unchanged, 2 unreadable. Line 9: It has no DTSTART. 1 more. " +
      "Not imported: attendees (12), alarms (1), RECURRENCE-ID;RANGE=THISANDFUTURE (1), others (3).",
  );
});
