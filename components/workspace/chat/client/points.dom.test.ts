import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { MAX_POINTS, type Point } from "@/lib/shared/chat/points";
import { Points, usePoints } from "./points";

const aPoint = (row: number): Point => ({
  messageId: "m",
  toolCallId: "c",
  title: "Costs",
  row,
  text: "Rye",
});
const rows = ({ items }: { items: readonly Point[] }) => items.map(({ row }) => row);

it("points survive a reload without duplicates until taken", () => {
  const points = new Points("one");
  expect(points.add([aPoint(1), aPoint(2)])).toBe(true);
  points.add([aPoint(2), aPoint(3)]);
  points.remove(0);
  expect(rows(new Points("one"))).toEqual([2, 3]);
  expect(rows(new Points("two"))).toEqual([]);
  expect(points.take()).toEqual([aPoint(2), aPoint(3)]);
  expect(rows(new Points("one"))).toEqual([]);
});

it("points are limited to the maximum of a message", () => {
  const points = new Points("many");
  const all = Array.from({ length: MAX_POINTS }, (_, at) => aPoint(at));
  expect(points.add(all)).toBe(true);
  expect(points.add([aPoint(99)])).toBe(false);
  expect(points.add([aPoint(0)])).toBe(true);
  expect(rows(points)).toEqual(rows({ items: all }));
});

it.each(["{", "{}", JSON.stringify([{ title: 1 }]), "null"])(
  "points start empty if the stored value is %s",
  (stored) => {
    localStorage.setItem("easel:points:odd", stored);
    const points = new Points("odd");
    expect(points.items).toEqual([]);
    points.add([aPoint(1)]);
    expect(rows(points)).toEqual([1]);
  },
);

it("without storage, points last until the page closes", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  const points = new Points("full");
  points.add([aPoint(1)]);
  expect(rows(points)).toEqual([1]);
  vi.restoreAllMocks();
});

it("points are shared by canvas, chat and other tabs", () => {
  const chat = renderHook(() => usePoints("shared")).result;
  const canvas = renderHook(() => usePoints("shared")).result;
  act(() => void canvas.current.add([aPoint(1)]));
  expect(rows(chat.current)).toEqual([1]);
  localStorage.setItem("easel:points:shared", JSON.stringify([aPoint(7)]));
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "easel:points:shared" })));
  expect(rows(chat.current)).toEqual([7]);
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "easel:points:other" })));
  localStorage.clear();
  act(() => void dispatchEvent(new StorageEvent("storage", { key: null })));
  expect(rows(canvas.current)).toEqual([]);
});
