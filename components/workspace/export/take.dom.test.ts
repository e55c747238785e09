import { act, renderHook } from "@testing-library/react";
import { toast } from "sonner";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerWith, FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { filesTaken, type TakenFile } from "@/components/client/testing/files-taken";
import { notices } from "@/components/client/testing/notices";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { exportConversation, printConversation, surfaceFile } from "./index";
import { agent, conversation, user } from "./testing";
import { usePrintKey } from "./use-print-key";

const IMAGE = "/api/files/11111111-1111-4111-8111-111111111111";
const GONE = "/api/files/22222222-2222-4222-8222-222222222222";
const LARGE = "/api/files/33333333-3333-4333-8333-333333333333";
const file = (url: string, filename: string) => ({
  ...{ type: "file" as const, mediaType: "image/png", url, filename },
});
const talk = conversation([
  user("What <b>sold</b>?"),
  agent(file(IMAGE, "shelf.png"), file(IMAGE, "again.png"), file(GONE, "gone.png"), file(LARGE, "large.png")),
]);

const png = { "content-type": "image/png" };

let taken: TakenFile[] = [];
let server = new FakeServer();

beforeEach(() => {
  server = new FakeServer()
    .on(`GET ${IMAGE}`, () => new Response("dots", { headers: png }))
    .on("POST /api/files", () => ({ files: [] }))
    .on(`GET ${GONE}`, () => refusal(404, "It was deleted."))
    .on(`GET ${LARGE}`, () => new Response("dots", { headers: { ...png, "content-length": "8000001" } }));
  answerWith(server.fetch);
  taken = filesTaken();
  return () => vi.restoreAllMocks();
});

describe("conversation as a file", () => {
  it("is named after its title and embeds each image once", async () => {
    expect(await exportConversation(talk)).toBe(true);
    expect(taken.map(({ name }) => name)).toEqual(["What sold.html"]);
    const [{ content } = { content: new Blob() }] = taken;
    expect(content.type).toBe("text/html");
    const page = new DOMParser().parseFromString(await content.text(), "text/html");
    const sources = [...page.querySelectorAll("img")].map((one) => one.getAttribute("src"));
    expect(sources.filter(Boolean)).toEqual(Array(2).fill(`data:image/png;base64,${btoa("dots")}`));
    expect(server.count(`GET ${IMAGE}`)).toBe(1);
    expect(page.querySelector("b")).toBeNull();
    expect(page.body.textContent).toContain("What <b>sold</b>?");
    const kept = server.asked.find((one) => one.startsWith("POST /api/files?")) ?? "";
    const query = new URL(kept.slice(5), "http://x").searchParams;
    expect([query.get("name"), JSON.parse(query.get("exportOf") ?? "")]).toEqual([
      "What sold.html",
      { kind: "conversation", form: "html", conversation: talk.conversation.id, messages: 2 },
    ]);
  });

  it("replaces images that are deleted or too large by their names, and loads nothing later", async () => {
    await exportConversation(talk);
    const page = (await taken[0]?.content.text()) ?? "";
    expect(page).toContain("gone.png");
    expect(page).toContain("large.png");
    expect(page).not.toMatch(/src="(?!data:)/);
  });

  it("shows progress after a while and ends when the user cancels", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pending = gate<Response>();
    server.on(`GET ${IMAGE}`, () => pending.wait);
    const exported = exportConversation(talk);
    await vi.waitFor(() => expect(server.count(`GET ${IMAGE}`)).toBe(1));
    expect(notices()).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(notices()[0]).toMatch(/^Exporting/);
    const [shown] = toast.getToasts();
    const cancel = shown && "cancel" in shown ? shown.cancel : undefined;
    if (!cancel || typeof cancel !== "object" || !("onClick" in cancel)) throw new Error("No way out");
    act(() => cancel.onClick?.({} as never));
    pending.open(new Response("dots"));
    expect(await exported).toBe(false);
    expect(taken).toEqual([]);
  });
});

describe("surface as a file for others", () => {
  const surface: Surface = {
    ...{
      id: "m/c",
      messageId: "m",
      toolCallId: "c",
      call: { messageId: "m", toolCallId: "c" },
      versions: [],
    },
    ...{ step: 1, state: "answered", isAsked: true, title: "Sales", kind: "text", component: undefined },
    ...{
      answer: { action: "submit", values: { note: "My own answer" } },
      at: undefined,
      answeredAt: undefined,
    },
    ...{ because: { did: "said", what: "A secret question" } },
    input: { blocks: [{ type: "markdown", content: "Rye leads" }] },
  };

  it("contains nothing of the conversation and no answer", async () => {
    const page = await (await surfaceFile(surface)).text();
    expect(page).toContain("Rye leads");
    expect(page).not.toContain("A secret question");
    expect(page).not.toContain("My own answer");
  });
});

describe("printed conversation", () => {
  it("prints from a frame without scripts and removes it afterwards", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const paper = Object.assign(new EventTarget(), { focus: vi.fn(), print: vi.fn() });
    vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockReturnValue(paper as never);
    const printed = printConversation(conversation([user("Rye leads")]));
    const frame = await vi.waitFor(() => document.querySelector("iframe") ?? expect.fail());
    expect(frame.getAttribute("sandbox")).toBe("allow-same-origin allow-modals");
    expect(frame.srcdoc).toContain("Rye leads");
    frame.dispatchEvent(new Event("load"));
    expect(await printed).toBe(true);
    expect(paper.print).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(frame.isConnected).toBe(true);
    paper.dispatchEvent(new Event("afterprint"));
    vi.advanceTimersByTime(60_000);
    expect(frame.isConnected).toBe(false);
  });
});

describe("print shortcut", () => {
  const strike = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent("keydown", { key: "p", bubbles: true, cancelable: true, ...init });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it("prints the whole conversation on Ctrl+P and ⌘P only", () => {
    const print = vi.fn();
    const { unmount } = renderHook(() => usePrintKey(print));
    expect(strike({ ctrlKey: true })).toBe(true);
    expect(strike({ metaKey: true, key: "P" })).toBe(true);
    expect(print).toHaveBeenCalledTimes(2);
    const others = [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }];
    for (const one of [...others, { ctrlKey: true, metaKey: true }, { ctrlKey: true, repeat: true }])
      expect(strike(one)).toBe(false);
    expect(print).toHaveBeenCalledTimes(2);
    unmount();
    expect(strike({ ctrlKey: true })).toBe(false);
  });

  it("is left to the browser without a conversation", () => {
    renderHook(() => usePrintKey(undefined));
    expect(strike({ ctrlKey: true })).toBe(false);
  });
});
