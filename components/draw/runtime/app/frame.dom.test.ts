import { beforeEach, expect, it, vi } from "vitest";
import { type FromAppFrame, fromAppFrame, HANDS, type ToAppFrame } from "@/lib/shared/frame/app-protocol";

type Port = { postMessage?: (text: string) => void; onmessage?: (event: { data: unknown }) => void };

const hand = { isActive: false };
let sent: FromAppFrame[];
let hellos: unknown[];
let port: Port;
let app: HTMLIFrameElement;
let inner: { postMessage: ReturnType<typeof vi.fn> };

const message = (source: object, data: unknown, ports: Port[] = []) => {
  const event = new MessageEvent("message", { data });
  for (const [name, value] of Object.entries({ source, ports }))
    Object.defineProperty(event, name, { value });
  dispatchEvent(event);
};
const tell = (toApp: ToAppFrame) => port.onmessage?.({ data: JSON.stringify(toApp) });
const hear = (data: unknown, ports?: Port[]) => message(inner, data, ports);

beforeEach(async () => {
  [sent, hellos] = [[], []];
  inner = { postMessage: vi.fn() };
  hand.isActive = false;
  port = { postMessage: (text) => void sent.push(fromAppFrame.parse(JSON.parse(text))) };
  const page = { postMessage: (hello: unknown) => void hellos.push(hello) };
  vi.stubGlobal("parent", page);
  vi.stubGlobal("EASEL_APP_GUARD", "guard.js");
  Object.defineProperty(navigator, "userActivation", { value: hand, configurable: true });
  location.hash = "#nonce";
  vi.spyOn(document.body, "append").mockImplementation((element) => {
    app = element as HTMLIFrameElement;
  });
  vi.resetModules();
  await import("./frame");
  message(page, { easel: "welcome", nonce: "another" }, [{}]);
  message({}, { easel: "welcome", nonce: "nonce" }, [{}]);
  message(page, { easel: "welcome", nonce: "nonce" }, [port]);
  tell({ type: "open", html: "<!DOCTYPE html>\n<p>A house</p>" });
  Object.defineProperty(app, "contentWindow", { value: inner });
});

it("the document around an app becomes ready when the page sends a port in response to its nonce", () => {
  expect(hellos).toEqual([{ easel: "hello", nonce: "nonce" }]);
  expect(sent).toEqual([{ type: "ready" }]);
  tell({ type: "ping", id: 3 });
  expect(sent.at(-1)).toEqual({ type: "pong", id: 3 });
});

it("the document around an app isolates the app in a frame, with the guard before its code", () => {
  expect(app.getAttribute("sandbox")).toBe("allow-scripts allow-forms");
  expect(app.srcdoc).toBe(
    `<!doctype html><script src="${location.origin}/rt/guard.js"></script>\n<p>A house</p>`,
  );
  tell({ type: "look", theme: "dark" });
  expect(app.style.colorScheme).toBe("dark");
  tell({ type: "tell", message: { method: "ping" } });
  expect(inner.postMessage).toHaveBeenCalledExactlyOnceWith({ method: "ping" }, "*");
});

it("messages are forwarded after the guard has sent its port, and only its first port is accepted", () => {
  hear({ method: "early" });
  hear(HANDS);
  const [hands, forged]: [Port, Port] = [{}, {}];
  hear(HANDS, [hands]);
  hear(HANDS, [forged]);
  expect(forged.onmessage).toBeUndefined();
  hands.onmessage?.({ data: "press" });
  hands.onmessage?.({ data: "key" });
  hands.onmessage?.({ data: "left" });
  expect(sent).toEqual([{ type: "ready" }, { type: "press" }, { type: "key" }]);
});

it("each message has the browser's user activation, whatever the app claims", () => {
  hear(HANDS, [{}]);
  hear({ method: "ui/message", byHand: true });
  hand.isActive = true;
  hear({ method: "ui/message" });
  expect(sent.slice(1)).toEqual([
    { type: "said", message: { method: "ui/message", byHand: true }, byHand: false },
    { type: "said", message: { method: "ui/message" }, byHand: true },
  ]);
});

it("invalid messages are ignored, and one that is too large is reported without being sent", () => {
  hear(HANDS, [{}]);
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  for (const data of ["a text", null, 5, endless]) hear(data);
  message({}, { method: "from a stranger" });
  expect(sent).toHaveLength(1);
  hear({ text: "x".repeat(1_000_000) });
  expect(sent.slice(1)).toEqual([{ type: "tooLarge" }]);
});

it("the document around an app reports that the app navigated away", () => {
  app.dispatchEvent(new Event("load"));
  expect(sent).toHaveLength(1);
  app.dispatchEvent(new Event("load"));
  expect(sent.slice(1)).toEqual([{ type: "left" }]);
});
