import { setImmediate } from "node:timers/promises";
import { afterAll, vi } from "vitest";
import { type ToFrame, type ToPage, toPage } from "@/lib/shared/frame/protocol";

type FakePort = { postMessage: (text: string) => void; onmessage?: (event: object) => void };

/** Waits for the work of React, which runs in consecutive immediates and needs the globals of the page. */
async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

/**
 * Loads the whole runtime as the document of a frame does, and acts as the page at the other end of its port.
 * It removes globals, so it needs a separate process.
 */
export async function loadRuntime() {
  afterAll(untilIdle);
  const sent: ToPage[] = [];
  const strangers: string[] = [];
  const port: FakePort = { postMessage: (text) => void sent.push(toPage.parse(JSON.parse(text))) };
  const hellos: unknown[][] = [];
  const parent = { postMessage: (...message: unknown[]) => void hellos.push(message) };
  const hand = { isActive: false };
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  vi.stubGlobal("MathMLElement", class extends HTMLElement {});
  vi.stubGlobal("parent", parent);
  vi.stubGlobal(
    "UserActivation",
    class {
      get isActive() {
        return hand.isActive;
      }
    },
  );
  location.hash = "#nonce";
  document.body.style.cssText = "margin: 0; padding: 0";
  const answer = (nonce: string, source: object, framePort: FakePort) => {
    const event = new MessageEvent("message", { data: { easel: "welcome", nonce } });
    for (const [name, value] of Object.entries({ source, ports: [framePort] }))
      Object.defineProperty(event, name, { value });
    dispatchEvent(event);
  };
  // As in a browser, the runtime reads messages by this getter.
  Object.defineProperty(MessageEvent.prototype, "data", {
    configurable: true,
    get(this: { text: string }) {
      return this.text;
    },
  });
  await import("../frame");
  const stranger = { postMessage: (text: string) => void strangers.push(text) };
  answer("another", parent, stranger);
  answer("nonce", {}, stranger);
  answer("nonce", parent, port);
  await vi.waitFor(() => {
    if (sent.length === 0) throw new Error("It is not ready");
  });
  return {
    sent,
    /** Messages of the runtime over ports that did not come from the page with the runtime's nonce. */
    strangers,
    /** Messages of the runtime to the parent window, outside of the port. */
    hellos,
    hand,
    of: <T extends ToPage["type"]>(type: T) =>
      sent.filter((message): message is Extract<ToPage, { type: T }> => message.type === type),
    tell: (message: ToFrame) => port.onmessage?.({ text: JSON.stringify(message) }),
    mount(component: unknown, props: Record<string, unknown> = {}, rest: { css?: string } = {}) {
      Object.assign(globalThis, { component });
      vi.spyOn(URL, "createObjectURL").mockReturnValueOnce(
        `data:text/javascript,export default component;//${++count}`,
      );
      port.onmessage?.({
        text: JSON.stringify({
          type: "mount",
          js: "",
          css: "",
          title: "Days",
          hasServer: true,
          props,
          ...rest,
        }),
      });
    },
  };
}

let count = 0;

export function byHand<E extends Event>(event: E, target: EventTarget = document.body): E {
  Object.defineProperty(event, "isTrusted", { value: true });
  target.dispatchEvent(event);
  return event;
}
