import { expect, it } from "vitest";
import { closedSurfaces } from "./closed-surfaces";
import type { Surface } from "./surfaces";

const surface = (id: string, over: Partial<Surface> = {}): Surface => ({
  id,
  messageId: "m",
  toolCallId: id,
  call: { messageId: "m", toolCallId: id },
  versions: [],
  step: id.charCodeAt(0),
  state: "read",
  isAsked: false,
  title: id,
  kind: "table",
  input: {},
  component: undefined,
  answer: undefined,
  because: undefined,
  at: undefined,
  answeredAt: undefined,
  ...over,
});
const facts = (id: string, over: object) => ({ id, version: 0, isClosed: false, hasFailed: false, ...over });
const closed = (surfaces: Surface[], ...states: ReturnType<typeof facts>[]) => [
  ...closedSurfaces(surfaces, states),
];

it("hides surfaces that the user closed, unless they are waiting or being written", () => {
  const table = surface("a");
  const userClosed = facts("a", { isClosed: true });
  expect(closed([table, surface("b")], userClosed)).toEqual(["a"]);
  expect(closed([{ ...table, state: "waiting" }], userClosed)).toEqual([]);
  expect(closed([{ ...table, state: "writing" }], userClosed)).toEqual([]);
  expect(closed([table])).toEqual([]);
});

it("hides a failed component once a later step has replaced it", () => {
  const component = (id: string, over: Partial<Surface> = {}) => surface(id, { kind: "component", ...over });
  const failed = facts("a", { hasFailed: true });
  expect(closed([component("a")], failed)).toEqual([]);
  expect(closed([component("a"), surface("b")], failed)).toEqual([]);
  expect(closed([component("a"), component("b", { state: "writing" })], failed)).toEqual([]);
  expect(
    closed([component("a", { state: "waiting" }), component("b", { state: "waiting" })], failed),
  ).toEqual(["a"]);
  expect(closed([component("a"), component("b", { step: component("a").step })], failed)).toEqual([]);
  expect(closed([component("a"), component("b")], facts("b", { hasFailed: true }))).toEqual([]);
});
