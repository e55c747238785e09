import { expect, test } from "vitest";
import type { SearchProviderView, SearchView } from "@/lib/shared/search";
import { isSearchSetUp, searchState } from "./search-state";

const brave: SearchProviderView = {
  ...{ id: "brave", title: "Brave", needsKey: true, keyFrom: null },
  ...{ baseUrl: null, defaultUrl: "https://api.search.brave.com", problem: null },
};
const searxng: SearchProviderView = { ...brave, id: "searxng", needsKey: false, baseUrl: "http://nas.lan" };
const used = (searchUsed: SearchView["searchUsed"]): SearchView => ({
  ...{ search: [], searchProvider: null, searchUsed, egressAllow: [] },
});

test("searchState treats an engine as set up with its key, or with its address if it needs no key", () => {
  expect(isSearchSetUp(brave)).toBe(false);
  expect(isSearchSetUp({ ...brave, baseUrl: "https://mirror.example" })).toBe(false);
  expect(isSearchSetUp({ ...brave, keyFrom: "settings" })).toBe(true);
  expect(isSearchSetUp(searxng)).toBe(true);
  expect(isSearchSetUp({ ...searxng, baseUrl: null })).toBe(false);
});

test("searchState reports an invalid address or a failed test as a problem, even for the engine in use", () => {
  const broken = { ...searxng, problem: "Its address is not allowed." };
  expect(searchState(broken, used("searxng"), true)).toEqual({ kind: "problem", words: "Does not work" });
  expect(searchState(searxng, used("searxng"), false).kind).toBe("problem");
});

test("searchState ignores a failed test of an engine that is not set up", () =>
  expect(searchState(brave, used(null), false)).toEqual({ kind: "off", words: "Not set up" }));

test("searchState reports which of several engines is in use", () => {
  expect(searchState(searxng, used("searxng"), true)).toEqual({ kind: "ready", words: "In use" });
  expect(searchState(searxng, used("brave"), true)).toEqual({ kind: "spare", words: "Set up" });
});
