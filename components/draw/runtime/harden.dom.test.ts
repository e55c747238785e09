import { expect, it, vi } from "vitest";

// The module removes globals, so the file runs in a separate process.
vi.resetModules();
const WAYS_OUT = ["Worker", "SharedWorker", "WebTransport", "RTCPeerConnection", "documentPictureInPicture"];
for (const name of WAYS_OUT) vi.stubGlobal(name, class {});
const posted: unknown[] = [];
vi.stubGlobal("parent", { postMessage: (message: unknown) => void posted.push(message) });
type Rules = { createHTML(html: string, type: string, sink: string): string };
const policies: Record<string, Rules> = {};
const trustedTypes = {
  createPolicy: (name: string, rules: Rules) => void Object.assign(policies, { [name]: rules }),
};
vi.stubGlobal("trustedTypes", trustedTypes);
await import("./harden");

it("the runtime denies network, other windows and window.event, with advice", async () => {
  await expect(fetch("https://example.com")).rejects.toThrow("Get the data with useQuery");
  expect(() => parent.postMessage("hello", "*")).toThrow("Answer with callTool");
  expect(Object.isFrozen(parent)).toBe(true);
  expect(posted).toEqual([]);
  expect(Reflect.get(globalThis, "event")).toBeUndefined();
  expect(() => Object.defineProperty(globalThis, "event", { get: () => "a port" })).toThrow(TypeError);
  expect(WAYS_OUT.filter((name) => name in globalThis)).toEqual([]);
});

it.each([
  ["confirm", () => confirm("Delete?"), "alert-dialog"],
  ["prompt", () => prompt("Name?"), "Dialog"],
  ["print", () => print(), "Export"],
  ["XMLHttpRequest", () => new XMLHttpRequest(), "useQuery"],
  ["WebSocket", () => new WebSocket("wss://example.test"), "useQuery"],
  ["EventSource", () => new EventSource("https://example.test"), "useQuery"],
  ["sendBeacon", () => navigator.sendBeacon("https://example.test"), "useQuery"],
  ["indexedDB", () => indexedDB.open("a"), "useAgentState"],
  ["caches", () => caches.open("a"), "useAgentState"],
  ["a cookie", () => Object.assign(document, { cookie: "a=1" }), "useAgentState"],
  ["the position", () => navigator.geolocation.getCurrentPosition(() => {}), "in a form"],
  ["the camera", () => navigator.mediaDevices.getUserMedia({ video: true }), "in a form"],
  ["a notification", () => new Notification("Hi"), "toast()"],
  ["the permission to notify", () => Notification.requestPermission(), "toast()"],
])("%s throws an error that names an alternative", async (_, use, instead) => {
  await expect((async () => use())()).rejects.toThrow(instead);
});

it("the runtime rejects markup with a frame in any spelling, even if RegExp is replaced", () => {
  const { exec, test } = RegExp.prototype;
  RegExp.prototype.exec = () => null;
  RegExp.prototype.test = () => false;
  try {
    const make = (html: string, sink = "Element innerHTML") =>
      policies.default?.createHTML(html, "TrustedHTML", sink);
    for (const html of [
      "<p><iframe src=x></p>",
      "<IFRAME>",
      "<x:iframe xmlns:x='http://www.w3.org/1999/xhtml'/>",
      "<object data=x>",
      "<embed>",
      "<!ENTITY a 'b'>",
    ])
      expect(() => make(html), html).toThrow("A component cannot contain a frame.");
    expect(() => make("<p>A</p>", "HTMLIFrameElement srcdoc")).toThrow("cannot contain a frame");
    expect(make("<p>An iframe, and a < b</p>")).toBe("<p>An iframe, and a < b</p>");
  } finally {
    Object.assign(RegExp.prototype, { exec, test });
  }
});

it("the runtime allows no other Trusted Types policy", () => {
  expect(Object.keys(policies)).toEqual(["default"]);
  expect(trustedTypes.createPolicy).toBeUndefined();
});

it("the runtime provides storage for strings while the frame exists", () => {
  localStorage.setItem("count", 5 as never);
  sessionStorage.setItem("count", "6");
  expect([localStorage.getItem("count"), localStorage.length, localStorage.key(0)]).toEqual([
    "5",
    1,
    "count",
  ]);
  expect([localStorage.getItem("none"), localStorage.key(1)]).toEqual([null, null]);
  localStorage.removeItem("count");
  expect([localStorage.getItem("count"), sessionStorage.getItem("count")]).toEqual([null, "6"]);
  sessionStorage.clear();
  expect(sessionStorage.length).toBe(0);
});

it("the runtime provides the storage of Claude's artifacts", async () => {
  const storage = Reflect.get(globalThis, "storage");
  await storage.set("tide:1", "high");
  expect(await storage.get("tide:1")).toEqual({ key: "tide:1", value: "high", shared: false });
  expect((await storage.list("tide:")).keys).toEqual(["tide:1"]);
  expect((await storage.delete("tide:1")).deleted).toBe(true);
  await expect(storage.get("tide:1")).rejects.toThrow("tide:1");
});
