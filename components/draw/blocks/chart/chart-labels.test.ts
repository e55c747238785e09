import { expect, it } from "vitest";
import { CHARACTER, labelsOf, within } from "./chart-labels";

const both = (...labels: string[]) => {
  const { tick, full } = labelsOf(labels);
  return [tick(labels[0] ?? ""), full(labels[0] ?? "")];
};

it("labelsOf formats days, months and times", () => {
  expect(both("2026-11-21", "2026-11-22")).toEqual(["21 Nov", "Saturday 21 November 2026"]);
  expect(both("2026-12-31", "2027-01-01")).toEqual(["31 Dec 26", "Thursday 31 December 2026"]);
  expect(both("2026-11", "2026-12")).toEqual(["Nov", "November 2026"]);
  expect(both("2026-11-21T10:46:00Z", "2026-11-21T11:46:00Z")).toEqual(["10:46", "21 November, 10:46"]);
  expect(both("2026-11-21 10:46", "2026-11-22 10:46")).toEqual(["21 Nov, 10:46", "21 November, 10:46"]);
});

it("labelsOf adds the year to months, so that no month looks like a day", () => {
  expect(both("2026-11", "2027-01")).toEqual(["Nov 2026", "November 2026"]);
});

it("labelsOf keeps labels unchanged if one of them is no date", () => {
  expect(both("2026-11-21", "later")).toEqual(["2026-11-21", "2026-11-21"]);
  expect(both("2026-13", "2026-12")).toEqual(["2026-13", "2026-13"]);
  expect(both("2026-02-30")).toEqual(["2026-02-30", "2026-02-30"]);
});

it("within does not cut off a label at the edge", () => {
  const half = (10 * CHARACTER) / 2;
  expect([20, 200, 590].map((x) => within(600, x, "Label no 0"))).toEqual([half, 200, 600 - half]);
});
