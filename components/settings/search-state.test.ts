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

test("an engine is set up by its key, or by its address where it needs none", () => {
  expect(isSearchSetUp(brave)).toBe(false);
  expect(isSearchSetUp({ ...brave, baseUrl: "https://mirror.example" })).toBe(false);
  expect(isSearchSetUp({ ...brave, keyFrom: "settings" })).toBe(true);
  expect(isSearchSetUp(searxng)).toBe(true);
  expect(isSearchSetUp({ ...searxng, baseUrl: null })).toBe(false);
});

test("an engine that cannot be used says so, also where it is the one in use", () => {
  const broken = { ...searxng, problem: "Its address is not allowed." };
  expect(searchState(broken, used("searxng"), true)).toEqual({ kind: "problem", words: "Does not work" });
  expect(searchState(searxng, used("searxng"), false).kind).toBe("problem");
});

test("a test that failed says nothing of an engine that is not set up", () =>
  expect(searchState(brave, used(null), false)).toEqual({ kind: "off", words: "Not set up" }));

test("one of several that are set up is in use", () => {
  expect(searchState(searxng, used("searxng"), true)).toEqual({ kind: "ready", words: "In use" });
  expect(searchState(searxng, used("brave"), true)).toEqual({ kind: "spare", words: "Set up" });
});
