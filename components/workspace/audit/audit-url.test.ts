import { expect, test } from "vitest";
import { hrefOf, isNarrowed, type Place, placeOf } from "./audit-url";

const from = (href: string) => placeOf("/agent/activity", new URL(href, "http://a").searchParams);

test("placeOf parses a place from the URL that hrefOf writes", () => {
  const conversation = "0b1f6d0e-5d0a-4e5b-9a35-1f2d3c4b5a69";
  const places: Place[] = [
    { view: "calls" },
    { view: "calls", verdict: "refused", tool: "fetch_url", network: "only", conversation },
    { view: "requests", verdict: "failed", host: "a & b" },
  ];
  for (const place of places) expect(JSON.parse(JSON.stringify(from(hrefOf(place))))).toEqual(place);
  expect(places.map(isNarrowed)).toEqual([false, true, true]);
});

test("placeOf ignores invalid parameters", () => {
  const place = from("/agent/activity?verdict=maybe&conversation=x&network=all&host=a&tool=+%00");
  expect(JSON.parse(JSON.stringify(place))).toEqual({ view: "calls" });
});
