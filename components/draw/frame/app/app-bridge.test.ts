import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AppSurface, NO_ORIGINS } from "@/lib/shared/mcp/apps";
import { AppBridge, type Host } from "./app-bridge";

const surface: AppSurface = {
  ...{ app: "a", html: "", server: "houses", tool: { name: "show", inputSchema: {} } },
  ...{
    policy: { ...NO_ORIGINS, connect: ["https://tiles.test"] },
    input: { id: 5 },
    result: { content: [] },
  },
};
type SentMessage = {
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
};

let sent: SentMessage[];
let context: Record<string, unknown>;
let bridge: AppBridge;
const host = {
  context: () => context,
  tell: (message: object) => void sent.push(message as SentMessage),
  callTool: vi.fn<Host["callTool"]>(async () => ({ content: [{ type: "text", text: "400 g" }] })),
  readResource: vi.fn<Host["readResource"]>(async () => ({ contents: [] })),
  say: vi.fn<Host["say"]>(async () => {}),
  openLink: vi.fn<Host["openLink"]>(async () => {}),
  keepContext: vi.fn(),
  setMode: vi.fn<Host["setMode"]>((mode) => mode),
  setHeight: vi.fn(),
  onInitialized: vi.fn(),
};

beforeEach(() => {
  vi.clearAllMocks();
  sent = [];
  context = {
    displayMode: "inline",
    availableDisplayModes: ["inline", "fullscreen"],
    toolInfo: {},
    theme: "dark",
  };
  bridge = new AppBridge(surface, host);
});

const send = (message: object, byHand = false) => bridge.receive({ jsonrpc: "2.0", ...message }, byHand);
async function ask(method: string, params?: unknown, byHand = false): Promise<SentMessage> {
  await send({ id: 1, method, ...(params !== undefined && { params }) }, byHand);
  return sent.at(-1) ?? {};
}
const initialized = () => send({ method: "ui/notifications/initialized" });

describe("initialization of an app", () => {
  it("sends policy and context, then input and result of the call once", async () => {
    const { result } = await ask("ui/initialize", { appCapabilities: {}, protocolVersion: "2026-01-26" });
    expect(result).toMatchObject({
      hostCapabilities: { sandbox: { csp: { connectDomains: ["https://tiles.test"], frameDomains: [] } } },
      hostContext: { theme: "dark" },
    });
    await initialized();
    await initialized();
    expect(sent.slice(1).map(({ method, params }) => [method, params])).toEqual([
      ["ui/notifications/tool-input", { arguments: { id: 5 } }],
      ["ui/notifications/tool-result", { content: [] }],
    ]);
    expect(host.onInitialized).toHaveBeenCalledOnce();
  });

  it("notifies the app of a changed context only after the initialization", async () => {
    bridge.contextChanged();
    expect(sent).toEqual([]);
    await initialized();
    bridge.contextChanged();
    expect(sent.at(-1)).toMatchObject({
      method: "ui/notifications/host-context-changed",
      params: { theme: "dark", displayMode: "inline" },
    });
  });
});

describe("requests of an app", () => {
  it("are performed and answered under their id, also a string", async () => {
    await send({ id: "x7", method: "tools/call", params: { name: "weigh" } });
    expect(host.callTool).toHaveBeenCalledWith({ name: "weigh", arguments: {} });
    expect(sent.at(-1)).toEqual({
      jsonrpc: "2.0",
      id: "x7",
      result: { content: [{ type: "text", text: "400 g" }] },
    });
  });

  it("are answered with the reason if they fail", async () => {
    host.callTool.mockRejectedValueOnce(new Error("The user did not allow it."));
    expect(await ask("tools/call", { name: "weigh" })).toMatchObject({
      error: { code: -32_000, message: "The user did not allow it." },
    });
    for (const [method, params] of [
      ["tools/call", { name: "" }],
      ["tools/call", undefined],
      ["resources/read", { uri: 5 }],
      ["ui/message", { role: "assistant", content: { type: "text", text: "Hi" } }],
    ] as const)
      expect((await ask(method, params)).error?.code, method).toBe(-32_602);
    for (const method of ["ui/steal", "constructor", "toString"])
      expect((await ask(method)).error).toEqual({ code: -32_601, message: `Unknown method ${method}.` });
    expect(host.callTool).toHaveBeenCalledOnce();
  });

  it("are not answered if they are invalid messages", async () => {
    for (const message of [
      "text",
      null,
      { method: "ping", id: 1 },
      { jsonrpc: "2.0", id: {}, method: "ping" },
    ])
      await bridge.receive(message, true);
    await send({ id: 5, result: {} });
    expect(sent).toEqual([]);
  });

  it("open only web pages", async () => {
    for (const url of ["javascript:alert(1)", "data:text/html,a", "file:///etc/passwd", "here"])
      expect((await ask("ui/open-link", { url })).error?.message, url).toContain(
        "begin with http:// or https://",
      );
    expect(host.openLink).not.toHaveBeenCalled();
    expect((await ask("ui/open-link", { url: "https://example.com/" })).result).toEqual({});
    expect(host.openLink).toHaveBeenCalledExactlyOnceWith("https://example.com/");
  });
});

describe("messages of an app", () => {
  it("contain only the app's texts, and have a gesture only if the host confirms one", async () => {
    const content = [
      { type: "text", text: "Buy it" },
      { type: "image", data: "AAAA" },
      { type: "text", text: "now" },
    ];
    await ask("ui/message", { role: "user", content, byHand: true });
    await ask("ui/message", { content: content[0] }, true);
    expect(host.say.mock.calls).toEqual([
      ["Buy it\nnow", false],
      ["Buy it", true],
    ]);
  });

  it("are refused if empty or too long", async () => {
    for (const text of ["", "x".repeat(20_001)])
      expect((await ask("ui/message", { content: { type: "text", text } })).error?.message).toBe(
        "A message is 1 to 20,000 characters of text.",
      );
    const structuredContent = { text: "x".repeat(90_000) };
    expect((await ask("ui/update-model-context", { structuredContent })).error?.message).toContain(
      "at most 90,000",
    );
    expect([host.say.mock.calls, host.keepContext.mock.calls]).toEqual([[], []]);
  });

  it("store context for the model unchanged", async () => {
    await ask("ui/update-model-context", {
      content: [{ type: "text", text: "Looks at 5" }],
      structuredContent: { id: 5 },
    });
    await ask("ui/update-model-context", {});
    expect(host.keepContext.mock.calls).toEqual([
      [{ text: "Looks at 5", structuredContent: { id: 5 } }],
      [{}],
    ]);
  });
});

describe("display of an app", () => {
  it("changes the mode only if page and app support it", async () => {
    expect((await ask("ui/request-display-mode", { mode: "fullscreen" })).result).toEqual({
      mode: "fullscreen",
    });
    expect((await ask("ui/request-display-mode", { mode: "pip" })).result).toEqual({ mode: "inline" });
    await ask("ui/initialize", { appCapabilities: { availableDisplayModes: ["inline"] } });
    expect((await ask("ui/request-display-mode", { mode: "fullscreen" })).result).toEqual({ mode: "inline" });
    expect(host.setMode).toHaveBeenCalledExactlyOnceWith("fullscreen");
  });

  it("takes the height that the app reports if it is valid", async () => {
    for (const height of [300.5, -1, "tall", 1e9])
      await send({ method: "ui/notifications/size-changed", params: { height } });
    expect(host.setHeight).toHaveBeenCalledExactlyOnceWith(300.5);
  });
});

describe("teardown of an app", () => {
  it("waits for the app's response up to the timeout, and not at all before initialization", async () => {
    vi.useFakeTimers();
    await bridge.teardown("Closed", 500);
    expect(sent).toEqual([]);
    await initialized();
    const ended = bridge.teardown("Closed", 500);
    expect(sent.at(-1)).toMatchObject({ method: "ui/resource-teardown", params: { reason: "Closed" } });
    await send({ id: sent.at(-1)?.id, result: {} });
    await ended;
    const late = bridge.teardown("Closed", 500).then(() => "over");
    expect(await Promise.race([late, vi.advanceTimersByTimeAsync(499)])).not.toBe("over");
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBe("over");
    vi.useRealTimers();
  });
});
