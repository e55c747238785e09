import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { FromAppFrame, ToAppFrame } from "@/lib/shared/frame/app-protocol";
import { type AppSurface, NO_ORIGINS } from "@/lib/shared/mcp/apps";
import { AppView } from "./app-view";

const PATH = "/api/sheets/c/app";
const surface = (rest: Partial<AppSurface> = {}): AppSurface => ({
  ...{ app: "a", html: "<p>A house</p>", server: "houses", tool: { name: "show", inputSchema: {} } },
  ...{ policy: NO_ORIGINS, input: { id: 5 }, result: { content: [] }, ...rest },
});

const props = { onSay: vi.fn(), onContext: vi.fn(), onMode: vi.fn() };
let count = 0;
beforeEach(() => {
  vi.clearAllMocks();
  count += 1;
  props.onSay.mockImplementation((_: string, hold: (answers: boolean) => Promise<void>) => hold(false));
});

const draw = (server: FakeServer) =>
  drawPage(
    <AppView id={`view ${count}`} title="A house" path={PATH} mode="inline" modes={["inline"]} {...props} />,
    { server },
  );

const until = <T,>(found: () => T | Promise<T>) => vi.waitFor(found, { interval: 5, timeout: 10_000 });

async function anApp() {
  const frame = await until(() => screen.getByTitle<HTMLIFrameElement>("A house"));
  const port = await new Promise<MessagePort>((resolve, reject) => {
    const inner = {
      postMessage: (_: unknown, __: string, [innerPort]: MessagePort[]) =>
        innerPort ? resolve(innerPort) : reject(new Error("No port was given")),
    };
    Object.defineProperty(frame, "contentWindow", { configurable: true, value: inner });
    const hello = new MessageEvent("message", { data: { easel: "hello", nonce: frame.src.split("#")[1] } });
    Object.defineProperty(hello, "source", { value: inner });
    dispatchEvent(hello);
  });
  const received: ToAppFrame[] = [];
  port.onmessage = ({ data }) => received.push(JSON.parse(data));
  const say = (message: FromAppFrame) => port.postMessage(JSON.stringify(message));
  return {
    frame,
    heard: received,
    say,
    ask: (id: number, method: string, params: object) =>
      say({ type: "said", message: { jsonrpc: "2.0", id, method, params }, byHand: false }),
    notice: (method: string, params: object = {}) =>
      say({ type: "said", message: { jsonrpc: "2.0", method, params }, byHand: false }),
    answer: (id: number) =>
      until(() => {
        const all = received.flatMap((one) => (one.type === "tell" ? [one.message as { id?: number }] : []));
        return all.find((one) => one.id === id) ?? Promise.reject(new Error("No answer"));
      }),
  };
}
const press = async (name: string) => {
  const button = await until(() => screen.getByRole("button", { name }));
  // A new question is disabled for half a second.
  if (vi.isFakeTimers()) act(() => vi.advanceTimersByTime(500));
  fireEvent.click(button);
};

describe("opening an app", () => {
  it("sends the document when the frame is ready, and is busy until the app is initialized", async () => {
    draw(new FakeServer().on(`GET ${PATH}`, () => surface()));
    const app = await anApp();
    app.say({ type: "ready" });
    await until(() => expect(app.heard).toContainEqual({ type: "open", html: "<p>A house</p>" }));
    const slot = app.frame.parentElement;
    expect(slot?.getAttribute("aria-busy")).toBe("true");
    app.notice("ui/notifications/initialized");
    await waitFor(() => expect(slot?.getAttribute("aria-busy")).toBe("false"));
    app.notice("ui/notifications/size-changed", { height: 411.2 });
    await waitFor(() => expect(slot?.style.height).toBe("412px"));
  });

  it("shows the server and the allowed and refused hosts", async () => {
    const { unmount } = draw(new FakeServer().on(`GET ${PATH}`, () => surface()));
    await screen.findByText("App of houses, without network.");
    unmount();
    const tiles = "https://tiles.test";
    const policy = { ...NO_ORIGINS, connect: [tiles], resource: [tiles], refused: ["http://router"] };
    draw(new FakeServer().on(`GET ${PATH}`, () => surface({ policy })));
    await screen.findByText("App of houses, may reach https://tiles.test. Blocked: http://router.");
  });

  it("shows why loading failed, and retries", async () => {
    const server = new FakeServer().on(`GET ${PATH}`, () =>
      refusal(409, "The server houses is switched off."),
    );
    draw(server);
    expect((await screen.findByRole("alert")).textContent).toContain("The server houses is switched off.");
    server.lose(`GET ${PATH}`);
    await press("Restart");
    await screen.findByText(/Easel cannot be reached/);
    server.on(`GET ${PATH}`, () => surface());
    await press("Restart");
    await screen.findByTitle("A house");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("stops an app that sends too much, and ignores later messages", async () => {
    const server = new FakeServer().on(`GET ${PATH}`, () => surface());
    draw(server);
    const app = await anApp();
    app.say({ type: "tooLarge" });
    app.ask(1, "tools/call", { name: "buy" });
    expect((await screen.findByRole("alert")).textContent).toContain("Message too large.");
    expect(app.frame.isConnected).toBe(false);
    expect(server.count(`POST ${PATH}`)).toBe(0);
  });
});

describe("tool calls of an app", () => {
  const asks = { tool: "houses_buy", title: "Buy", input: { house: 5 }, token: "t" };

  it("ask the user if the server requires it, and are sent again with the permission", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    const sent: unknown[] = [];
    const server = new FakeServer()
      .on(`GET ${PATH}`, () => surface())
      .on(`POST ${PATH}`, ({ body }) => {
        sent.push(body);
        return (body as { allowed?: string }).allowed === "t" ? { result: { content: [] } } : { asks };
      });
    draw(server);
    const app = await anApp();
    const call = { method: "tools/call", params: { name: "buy", arguments: { house: 5 } } };
    app.ask(1, call.method, call.params);
    await press("Always allow");
    expect(await app.answer(1)).toMatchObject({ result: { content: [] } });
    expect(sent).toEqual([call, { ...call, allowed: "t", remember: "always" }]);
    app.ask(2, call.method, call.params);
    await press("Don’t allow");
    expect(await app.answer(2)).toMatchObject({ error: { message: "The user did not allow it." } });
    expect(sent).toHaveLength(3);
  });

  it("are answered with the server's refusal", async () => {
    const server = new FakeServer().on(`GET ${PATH}`, () => surface());
    server.on(`POST ${PATH}`, () => refusal(403, "This app may call its own tools alone."));
    draw(server);
    const app = await anApp();
    app.ask(1, "resources/read", { uri: "ui://other" });
    expect(await app.answer(1)).toMatchObject({
      error: { message: "This app may call its own tools alone." },
    });
  });
});

it("a message of an app that follows no gesture is held until the user sends or cancels it", async () => {
  draw(new FakeServer().on(`GET ${PATH}`, () => surface()));
  const app = await anApp();
  const params = { content: { type: "text", text: "Buy it" } };
  app.ask(1, "ui/message", params);
  await screen.findByText("Send this in your name?");
  await press("Don’t send");
  expect(await app.answer(1)).toMatchObject({ error: { message: "The user cancelled this message." } });
  app.ask(2, "ui/message", params);
  await press("Send now");
  expect(await app.answer(2)).toMatchObject({ result: {} });
  expect(props.onSay.mock.calls.map(([text]) => text)).toEqual(["Buy it", "Buy it"]);
});

it("an app's context reaches the surface, and the mode stays if the page supports no other", async () => {
  draw(new FakeServer().on(`GET ${PATH}`, () => surface()));
  const app = await anApp();
  app.ask(1, "ui/update-model-context", { structuredContent: { house: 5 } });
  await app.answer(1);
  expect(props.onContext).toHaveBeenCalledExactlyOnceWith({ structuredContent: { house: 5 } });
  app.ask(2, "ui/request-display-mode", { mode: "fullscreen" });
  expect(await app.answer(2)).toMatchObject({ result: { mode: "inline" } });
  expect(props.onMode).not.toHaveBeenCalled();
});
