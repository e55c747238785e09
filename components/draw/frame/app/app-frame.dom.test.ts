import { expect, it, vi } from "vitest";
import type { FromAppFrame } from "@/lib/shared/frame/app-protocol";
import { AppFrame } from "./app-frame";

it("an app that navigates away is stopped, and its later messages are ignored", async () => {
  const frame = new AppFrame(document.createElement("div"), { app: "a", title: "A house" });
  const ends = { onReady: vi.fn(), onMessage: vi.fn(), onStopped: vi.fn(), onLook: vi.fn() };
  frame.ends = ends;
  const port = await new Promise<MessagePort>((resolve, reject) => {
    const inner = {
      postMessage: (_: unknown, __: string, [innerPort]: MessagePort[]) =>
        innerPort ? resolve(innerPort) : reject(new Error("No port was given")),
    };
    Object.defineProperty(frame.element, "contentWindow", { value: inner });
    const nonce = frame.element.src.split("#")[1];
    const hello = new MessageEvent("message", { data: { easel: "hello", nonce } });
    Object.defineProperty(hello, "source", { value: inner });
    dispatchEvent(hello);
  });
  const say = (message: FromAppFrame) => port.postMessage(JSON.stringify(message));
  say({ type: "said", message: "first", byHand: false });
  say({ type: "left" });
  say({ type: "said", message: "from elsewhere", byHand: false });
  await vi.waitFor(() => expect(ends.onStopped).toHaveBeenCalledExactlyOnceWith("Went to another page."));
  expect(frame.isOpen).toBe(false);
  expect(ends.onMessage).toHaveBeenCalledExactlyOnceWith("first", false);
  port.close();
});
