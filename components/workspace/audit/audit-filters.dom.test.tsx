import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { AuditFilters } from "./audit-filters";
import type { Place } from "./audit-url";

const TYPED_MS = 250;
const CONVERSATION = "11111111-1111-4111-8111-111111111111";

function draw(first: Place, title?: string) {
  const places: [Place, boolean | undefined][] = [];
  let go: (place: Place) => void = () => {};
  function Page() {
    const [place, setPlace] = useState(first);
    go = setPlace;
    const onPlace = (next: Place, isReplacing?: boolean) => {
      places.push([next, isReplacing]);
      setPlace(next);
    };
    return <AuditFilters place={place} tools={["fetch_page"]} title={title} onPlace={onPlace} />;
  }
  render(<Page />);
  return { places, go: (place: Place) => act(() => go(place)) };
}
const host = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Host" });
const type = (value: string) => fireEvent.change(host(), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

it("the filters select a verdict and a tool, keep the other filters, and mark the selected options", () => {
  const { places } = draw({ view: "calls", network: "only" });
  const verdict = screen.getByRole("button", { name: "Refused" });
  fireEvent.click(verdict);
  expect(verdict.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: "All" }).getAttribute("aria-pressed")).toBe("false");
  fireEvent.change(screen.getByRole("combobox", { name: "Tool" }), { target: { value: "fetch_page" } });
  fireEvent.click(screen.getByRole("switch", { name: "Network only" }));
  const [refused, ofTool, last] = places.map(([place]) => place);
  expect(refused).toMatchObject({ network: "only", verdict: expect.any(String) });
  expect(ofTool).toEqual({ ...refused, tool: "fetch_page" });
  expect(last).toEqual({ ...ofTool, network: undefined });
});

it("the filters keep an unknown tool from the URL, and offer to show all tools again", () => {
  const { places } = draw({ view: "calls", tool: "gone_tool" });
  const tool = screen.getByRole<HTMLSelectElement>("combobox", { name: "Tool" });
  expect(tool.value).toBe("gone_tool");
  fireEvent.change(tool, { target: { value: "" } });
  expect(places[0]?.[0].tool).toBeUndefined();
});

it("the filters apply the host once the user stops typing, and replace the URL", () => {
  const { places } = draw({ view: "requests" });
  type("exam");
  pass(TYPED_MS - 1);
  type(" example ");
  pass(TYPED_MS - 1);
  expect(places).toEqual([]);
  pass(1);
  expect(places).toEqual([[{ view: "requests", host: "example" }, true]]);
  // The URL has the trimmed host; the field keeps the spaces that the user typed.
  expect(host().value).toBe(" example ");
  type(" ");
  pass(TYPED_MS);
  expect(places.at(-1)).toEqual([{ view: "requests", host: undefined }, true]);
});

it("the host field changes when the URL changes", () => {
  const { places, go } = draw({ view: "requests", host: "one.test" });
  type("two");
  go({ view: "requests", host: "three.test" });
  expect(host().value).toBe("three.test");
  pass(TYPED_MS);
  expect(places).toEqual([]);
});

it.each([
  ["Taxes", /^In “Taxes”.*Show all$/],
  [undefined, /^In one conversation.*Show all$/],
])("the filter for one conversation can be removed (title: %s)", (title, name) => {
  const { places } = draw({ view: "calls", conversation: CONVERSATION, tool: "fetch_page" }, title);
  fireEvent.click(screen.getByRole("button", { name }));
  expect(places).toEqual([[{ view: "calls", conversation: undefined, tool: "fetch_page" }, undefined]]);
  expect(screen.queryByRole("button", { name })).toBeNull();
});
