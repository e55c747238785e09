import { describe, expect, it } from "vitest";
import { hrefOf, isAddress, isSummary, keyIn, placeOf } from "./memory-url";

const at = (path: string, query = "") => placeOf(path, new URLSearchParams(query));
const FACT = "00000000-0000-4000-8000-000000000001";

describe("the addresses of the page of memory", () => {
  it.each([
    ["/memory", { filter: "all" }],
    ["/memory/mind", { filter: "mind" }],
    ["/memory/facts", { filter: "facts" }],
    ["/memory/archive", { filter: "archive" }],
    ["/memory/cleanup", { filter: "all", isCleanup: true }],
    [`/memory/facts/${FACT}`, { kind: "facts", open: FACT }],
    ["/memory/archive/trip.2025", { kind: "archive", open: "trip.2025" }],
    ["/memory/blocks/garden", { kind: "blocks", open: "garden" }],
  ])("%s is a place, whose address it is", (path, place) => {
    expect(at(path)).toEqual(place);
    expect(hrefOf(at(path))).toBe(path);
    expect(isAddress(path.split("/").slice(2))).toBe(true);
  });

  it("keep former links valid", () => {
    expect(at("/memory/upkeep")).toEqual({ filter: "all", isCleanup: true });
    expect(isAddress(["upkeep"])).toBe(true);
    expect(at("/memory/facts", "q=peanuts")).toEqual({ filter: "facts", query: "peanuts" });
    expect(isSummary(at("/memory/blocks/Summary"))).toBe(true);
  });

  it("name the block that is open, unless the label is invalid", () => {
    expect(keyIn(at("/memory/archive/trip.2025"))).toEqual({ label: "trip.2025", isArchival: true });
    expect(keyIn(at("/memory/blocks/garden"))).toEqual({ label: "garden", isArchival: false });
    expect(keyIn(at("/memory/blocks/Summary"))).toBeUndefined();
    expect(keyIn(at("/memory"))).toBeUndefined();
  });

  it.each([[["nothing"]], [["facts", FACT, "more"]], [["mind", FACT]]])("reject %s", (place) => {
    expect(isAddress(place)).toBe(false);
  });
});
