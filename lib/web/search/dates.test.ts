import { expect, test } from "vitest";
import { dateOfResult } from "./dates";

const NOW = new Date("2026-03-10T12:00:00Z");

test.each([
  ["2024-12-12T22:37:49", "2024-12-12T22:37:49Z"],
  ["2024-12-12T22:37:49.123456", "2024-12-12T22:37:49Z"],
  ["2024-12-12 22:37", "2024-12-12T22:37:00Z"],
  ["2024-12-12T22:37:49+02:00", "2024-12-12T20:37:49Z"],
  ["2024-12-12T00:00:00", "2024-12-12"],
  ["2024-12-12", "2024-12-12"],
  ["Mon, 01 Dec 2025 21:29:54 GMT", "2025-12-01T21:29:54Z"],
  ["January 5, 2025", "2025-01-05"],
  ["2 hours ago", "2026-03-10T10:00:00Z"],
  ["1 day ago", "2026-03-09"],
  ["a week ago", "2026-03-03"],
])("parses %s as %s", (written, iso) => expect(dateOfResult(written, NOW)).toBe(iso));

test.each([
  undefined,
  "",
  "yesterday",
  "5 March",
  "2024-13-45",
  "2024-12-12T99:00",
  "0001-01-01",
  "2031-01-01",
  "99999 years ago",
  "<b>2024</b>",
  "2024 ".repeat(5_000),
])("returns undefined for %s", (written) => expect(dateOfResult(written, NOW)).toBeUndefined());
