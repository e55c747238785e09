import { afterEach, describe, expect, it } from "vitest";
import { LIMITS } from "@/lib/shared/frame/limits";
import type { ToPage } from "@/lib/shared/frame/protocol";
import { openLink } from "./link";

const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function link() {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const received: ToPage[] = [];
  const breaches: string[] = [];
  let time = 0;
  const ours = openLink(
    port1,
    { onMessage: (message) => received.push(message), onBreach: (why) => breaches.push(why) },
    () => time,
  );
  const pass = (ms: number) => {
    time += ms;
  };
  return { ours, theirs: port2, heard: received, breaches, pass };
}

const painted = JSON.stringify({ type: "painted" });

describe("openLink", () => {
  it("receives messages of the protocol", async () => {
    const { theirs, heard: received, breaches } = link();
    theirs.postMessage(painted);
    theirs.postMessage(
      JSON.stringify({ type: "action", id: 1, action: "save", payload: { rows: [1] }, byHand: true }),
    );
    await expect
      .poll(() => received)
      .toEqual([
        { type: "painted" },
        { type: "action", id: 1, action: "save", payload: { rows: [1] }, byHand: true },
      ]);
    expect(breaches).toEqual([]);
  });

  it.each([
    ["an object", { type: "painted" }],
    ["text that is not JSON", "{"],
    ["an unknown message", JSON.stringify({ type: "open", url: "/" })],
    ["an unknown field", JSON.stringify({ type: "painted", also: 1 })],
    ["a height that is not a number", JSON.stringify({ type: "height", px: "1e9" })],
    ["null as a number", JSON.stringify({ type: "height", px: null })],
    ["a chat message that is too long", JSON.stringify({ type: "say", id: 1, text: "x".repeat(20_001) })],
    [
      "a message of more than 1 MB",
      JSON.stringify({ type: "action", id: 1, action: "x", payload: "x".repeat(1e6) }),
    ],
  ])("treats %s as a breach and ignores later messages", async (_, message) => {
    const { theirs, heard: received, breaches } = link();
    theirs.postMessage(message);
    theirs.postMessage(painted);
    await expect.poll(() => breaches).toHaveLength(1);
    expect(received).toEqual([]);
  });

  it("treats a flood as a breach, but not a steady stream", async () => {
    const steady = link();
    for (let second = 0; second < 10; second++) {
      for (let i = 0; i < LIMITS.rate; i++) steady.theirs.postMessage(painted);
      await expect.poll(() => steady.heard).toHaveLength((second + 1) * LIMITS.rate);
      steady.pass(1_000);
    }
    expect(steady.breaches).toEqual([]);

    const flood = link();
    for (let i = 0; i <= LIMITS.burst; i++) flood.theirs.postMessage(painted);
    await expect.poll(() => flood.breaches).toHaveLength(1);
    expect(flood.heard).toHaveLength(LIMITS.burst);
  });

  it("does not let data set a prototype", async () => {
    const { theirs, heard: received } = link();
    theirs.postMessage(
      '{"type":"action","id":1,"action":"x","payload":{"__proto__":{"isAdmin":true}},"byHand":false}',
    );
    await expect.poll(() => received).toHaveLength(1);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
