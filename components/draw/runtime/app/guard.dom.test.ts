import { afterAll, expect, it, vi } from "vitest";
import { HANDS } from "@/lib/shared/frame/app-protocol";

// The guard removes globals, so the file runs in a separate process.
vi.resetModules();
const WAYS_OUT = ["SharedWorker", "WebTransport", "webkitRTCPeerConnection", "fetchLater"];
for (const name of WAYS_OUT) vi.stubGlobal(name, class {});
type PostedMessage = [message: unknown, origin: string, ports: [MessagePort]];
const posted: PostedMessage[] = [];
vi.stubGlobal("parent", { postMessage: (...message: PostedMessage) => void posted.push(message) });
type Rules = Record<"createHTML" | "createScript", (text: string, type?: string, sink?: string) => string>;
const policies: Rules[] = [];
vi.stubGlobal("trustedTypes", { createPolicy: (_: string, rules: Rules) => void policies.push(rules) });
await import("./guard");
const port = posted[0]?.[2][0] as MessagePort;
const received: unknown[] = [];
port.onmessage = ({ data }) => received.push(data);
afterAll(() => port.close());

it("the guard of an app reports trusted gestures over a port, and none from scripts", async () => {
  expect(posted).toEqual([[HANDS, "*", [port]]]);
  const event = (type: string, isTrusted: boolean) =>
    document.body.dispatchEvent(
      Object.defineProperty(new Event(type, { bubbles: true }), "isTrusted", { value: isTrusted }),
    );
  event("pointerdown", false);
  event("keydown", false);
  event("keydown", true);
  event("pointerdown", true);
  await vi.waitFor(() => expect(received).toEqual(["key", "press"]));
});

it("the guard of an app removes ways around the policy", () => {
  expect([...WAYS_OUT, "trustedTypes"].filter((name) => name in globalThis)).toEqual([]);
});

it("the guard of an app allows any markup except undeclared frames", () => {
  const [rules] = policies;
  for (const html of ["<iframe src=x>", "<p><OBJECT data=x>", "<embed>"])
    expect(() => rules?.createHTML(html, "TrustedHTML", "Element innerHTML"), html).toThrow(
      "declare the frames",
    );
  expect(() => rules?.createHTML("<p>", "TrustedHTML", "HTMLIFrameElement srcdoc")).toThrow(
    "declare the frames",
  );
  expect(rules?.createHTML("<p>A</p>", "TrustedHTML", "Element innerHTML")).toBe("<p>A</p>");
  expect(rules?.createScript("run()")).toBe("run()");
});

it("the guard of an app provides storage", () => {
  localStorage.setItem("seen", "yes");
  expect(localStorage.getItem("seen")).toBe("yes");
});
