import { expect, test } from "vitest";
import { END_TOUR, nextStops, STOPS, TOUR } from "./demo-tour";
import { openings } from "./openings";

test("offers the first scenes that were not played, and the end of the tour", () => {
  expect(nextStops([TOUR])).toEqual([...STOPS.slice(0, 3), END_TOUR]);
  expect(nextStops([TOUR, STOPS[1]])).toEqual([STOPS[0], STOPS[2], STOPS[3], END_TOUR]);
});

test("counts a suggestion of the first page as its scene", () => {
  expect(nextStops([openings[0].text])).not.toContain(STOPS[0]);
});

test("offers nothing before the first message, and after the end of the tour", () => {
  expect([nextStops([]), nextStops([TOUR, END_TOUR])]).toEqual([[], []]);
  expect(nextStops([...STOPS])).toEqual([END_TOUR]);
});
