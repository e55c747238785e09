import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ToFrame, ToPage } from "@/lib/shared/frame/protocol";
import { Frame, type Handlers } from "./frame";

const focus = { grabbed: vi.fn(), pressed: vi.fn(), isMeant: () => false, follow: vi.fn() };
const follower = { watch: vi.fn(), unwatch: vi.fn(), set: vi.fn(), close: vi.fn() };
const state = { follow: () => follower };
const handlers = {
  onPainted: vi.fn(),
  onHeight: vi.fn(),
  onFailure: vi.fn(),
  onStopped: vi.fn(),
  onAction: vi.fn(async () => {}),
  onSay: vi.fn(async () => {}),
  onEscape: vi.fn(),
  onPreviewed: vi.fn(),
} satisfies Handlers;

let frame: Frame;
let port: MessagePort;
const received: ToFrame[] = [];

beforeEach(() => {
  vi.clearAllMocks();
  open();
});
afterEach(() => {
  frame.close();
  port.close();
});

function open(before?: () => void): void {
  received.length = 0;
  frame = new Frame(document.createElement("div"), "about:blank", state as never, focus as never);
  frame.handlers = handlers;
  before?.();
  const inner = { postMessage: (_: unknown, __: string, ports: MessagePort[]) => take(ports[0]) };
  Object.defineProperty(frame.element, "contentWindow", { value: inner });
  const nonce = frame.element.src.split("#")[1];
  const hello = new MessageEvent("message", { data: { easel: "hello", nonce } });
  Object.defineProperty(hello, "source", { value: inner });
  dispatchEvent(hello);
}

function take(newPort: MessagePort | undefined): void {
  if (!newPort) throw new Error("No port was given");
  port = newPort;
  port.onmessage = ({ data }) => received.push(JSON.parse(data));
}
const say = (message: ToPage) => port.postMessage(JSON.stringify(message));
const version = { js: "", css: "", props: {} };
const action: ToPage = { type: "action", id: 1, action: "order", payload: {}, byHand: true };

it("a frame that shows a preview rejects all requests", async () => {
  frame.preview(version);
  say(action);
  say({ type: "say", id: 2, text: "I am the person", byHand: true });
  say({ type: "set", id: 3, entries: [["stolen", 1]] });
  say({ type: "set", id: 4, scope: "sheet", entries: [["stolen", 1]] });
  say({ type: "press" });
  say({ type: "grab" });
  say({ type: "escape" });
  say({ type: "failed", failure: { phase: "draw", message: "No", stack: "" } });
  say({ type: "previewed", isShown: true });
  await vi.waitFor(() => expect(handlers.onPreviewed).toHaveBeenCalledExactlyOnceWith(true));
  await vi.waitFor(() => expect(received.filter(({ type }) => type === "done")).toHaveLength(2));
  const problem = "It is still being written.";
  expect(received.filter(({ type }) => type === "done")).toEqual([
    { type: "done", id: 1, problem },
    { type: "done", id: 2, problem },
  ]);
  for (const unheard of [handlers.onAction, handlers.onSay, handlers.onEscape, handlers.onFailure])
    expect(unheard).not.toHaveBeenCalled();
  expect(follower.set).not.toHaveBeenCalled();
  expect([focus.pressed.mock.calls, focus.grabbed.mock.calls]).toEqual([[], []]);
});

it("reports about pointing are accepted only while the user points", async () => {
  const pointed = {
    type: "pointed" as const,
    isTaken: true,
    tag: "b",
    path: "b",
    text: "Rye",
    names: [] as string[],
  };
  say(pointed);
  say(action);
  await vi.waitFor(() => expect(handlers.onAction).toHaveBeenCalled());
  const onPointed = vi.fn();
  frame.onPointed = onPointed;
  frame.point("begin");
  say({ ...pointed, text: "Spelt" });
  await vi.waitFor(() => expect(onPointed).toHaveBeenCalledExactlyOnceWith({ ...pointed, text: "Spelt" }));
  await vi.waitFor(() => expect(received).toContainEqual({ type: "point", move: "begin" }));
});

it("a frame learns that the user is pointing even if that began before its runtime loaded", async () => {
  frame.close();
  port.close();
  open(() => {
    frame.onPointed = vi.fn();
    frame.point("begin");
  });
  await vi.waitFor(() => expect(received.filter(({ type }) => type === "point")).toHaveLength(1));
});

it("a frame that sends an invalid pointing message is stopped", async () => {
  const image = "data:text/html;base64,AAAA";
  say({ type: "pointed", isTaken: true, tag: "b", path: "b", text: "", names: [], picture: image });
  await vi.waitFor(() => expect(handlers.onStopped).toHaveBeenCalled());
  expect(frame.isOpen).toBe(false);
});

const answers = () =>
  received.flatMap((message) => (message.type === "done" ? [[message.id, message.problem]] : []));

it("the component gets the result of its answer, including the reason of a refusal", async () => {
  handlers.onAction.mockRejectedValueOnce(new Error("No call waits for it."));
  say(action);
  say({ ...action, id: 2 });
  await vi.waitFor(() => expect(answers()).toHaveLength(2));
  expect(answers().toSorted()).toEqual([
    [1, "No call waits for it."],
    [2, undefined],
  ]);
});

it("messages are sent only after a press, and their number is limited", async () => {
  const sendMessage = (id: number, byHand = true) => say({ type: "say", id, text: `Message ${id}`, byHand });
  sendMessage(1, false);
  say({ type: "press" });
  for (let id = 2; id <= 8; id++) sendMessage(id);
  await vi.waitFor(() => expect(answers()).toHaveLength(8));
  expect(
    answers()
      .filter(([, problem]) => problem !== undefined)
      .toSorted(),
  ).toEqual([
    [1, "sendMessage works only after a click or key in the component, once for each."],
    [8, "Too many messages. Try again in a minute."],
  ]);
  expect(handlers.onSay.mock.calls.at(-1)).toEqual(["Message 7", true]);
  expect(handlers.onSay).toHaveBeenCalledTimes(6);
});

it("state is stored directly or through `consent`, but not in a trial run", async () => {
  const write = (id: number) => say({ type: "set", id, entries: [["tide", id]] });
  write(1);
  await vi.waitFor(() => expect(follower.set).toHaveBeenCalledExactlyOnceWith(1, [["tide", 1]]));
  frame.isTrial = true;
  write(2);
  await vi.waitFor(() => expect(frame.values.agent.get("tide")).toBe(2));
  frame.isTrial = false;
  const consent = { write: vi.fn() };
  frame.consent = consent as never;
  write(3);
  await vi.waitFor(() => expect(consent.write).toHaveBeenCalledExactlyOnceWith(follower, 3, [["tide", 3]]));
  expect(follower.set).toHaveBeenCalledOnce();
});

it("a component of another agent gets no value of the agent's state and writes none", async () => {
  frame.isForeign = true;
  say({ type: "watch", key: "tide" });
  await vi.waitFor(() =>
    expect(received).toContainEqual({ type: "state", key: "tide", value: null, seen: 0 }),
  );
  say({ type: "set", id: 1, entries: [["tide", 2]] });
  await vi.waitFor(() => expect(frame.values.agent.get("tide")).toBe(2));
  expect([follower.watch.mock.calls, follower.set.mock.calls]).toEqual([[], []]);
});

it("a frame has the height that its runtime reports, up to the limit", async () => {
  say({ type: "height", px: 10.2 });
  say({ type: "height", px: 1e6 });
  await vi.waitFor(() => expect(handlers.onHeight.mock.calls).toEqual([[11], [6_000]]));
});
