import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { OpenAsk } from "@/lib/shared/chat/open-asks";
import { InboxPage } from "./inbox-page";

const question = (id: string, minutes: number, rest: Partial<OpenAsk> = {}): OpenAsk => ({
  agentId: "00000000-0000-4000-8000-000000000001",
  conversationId: `c-${id}`,
  title: `About ${id}`,
  origin: "chat",
  messageId: `m-${id}`,
  toolCallId: "call_1",
  toolName: "ask_user",
  kind: "answer",
  input: { question: `Which ${id}?`, options: ["Red", "Blue"] },
  because: null,
  createdAt: ago(minutes),
  ...rest,
});

function draw(asks: OpenAsk[], answer: () => unknown = () => ({}), proofs: object[] = []) {
  const now = { asks };
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/asks", () => ({ asks: now.asks }))
    .on("GET /api/proofs", () => ({ proofs }))
    .on("GET /api/asks/count", () => ({ count: now.asks.length, untold: 0, away: 0 }))
    .on("POST /api/chat", ({ body }) => {
      sent.push(body);
      return answer();
    });
  const page = drawPage(<InboxPage initial={{ asks }} now={NOW} />, { server, path: "/inbox" });
  return { ...page, server, sent, now };
}

const items = () => screen.queryAllByRole("article").map((item) => item.getAttribute("aria-labelledby"));
const item = (title: string) => screen.getByRole("article", { name: title });

describe("question", () => {
  it("is answered in the list and shows the outcome", async () => {
    const { sent, now } = draw([question("a", 5), question("b", 90, { origin: "job" })]);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/chat/c-a#m-m-a",
      "/chat/c-b#m-m-b",
    ]);
    await within(item("About b")).findByText("Job:");
    within(item("About b")).getByText(/^waiting \d/);
    now.asks = now.asks.slice(1);
    fireEvent.click(within(item("About a")).getByRole("button", { name: "Blue" }));
    await within(item("About a")).findByText("You answered: Blue. The agent continues.");
    expect(document.activeElement).toBe(item("About a"));
    expect(sent).toEqual([
      { id: "c-a", answer: { toolCallId: "call_1", messageId: "m-a", output: { answer: "Blue" } } },
    ]);
    await screen.findByText("1 waiting");
    expect(items()).toHaveLength(2);
  });

  it("shows the answer that was given elsewhere, and no longer asks", async () => {
    const details = { status: "answered", output: { answer: "Red" } };
    const { now } = draw([question("a", 5)], () => refusal(409, "This was answered already.", details));
    now.asks = [];
    fireEvent.click(screen.getByRole("button", { name: "Blue" }));
    await screen.findByText("Answered elsewhere: Red. Yours was not sent.");
    expect(screen.queryByRole("button", { name: "Blue" })).toBeNull();
  });

  it("is replaced by a note when it is answered in another tab, and a new question appears in order", async () => {
    const { now, tell } = draw([question("a", 5)]);
    now.asks = [question("b", 0)];
    tell("c-a");
    await screen.findByText("Which b?");
    within(item("About a")).getByText("Answered elsewhere or stopped.");
    expect(screen.getAllByRole("article")[0]).toBe(item("About b"));
  });

  it("stays in place while the user answers; new questions wait behind a button", async () => {
    const { now, tell } = draw([question("a", 5)]);
    screen.getByRole("button", { name: "Blue" }).focus();
    now.asks = [question("b", 0), question("a", 5)];
    tell("c-b");
    fireEvent.click(await screen.findByRole("button", { name: "Show 1 more" }));
    expect(screen.getAllByRole("article")).toEqual([item("About b"), item("About a")]);
    expect(screen.queryByRole("button", { name: /more that/ })).toBeNull();
  });

  it("shows an error when the answer was not delivered and can be answered again", async () => {
    let isReached = false;
    const { now } = draw([question("a", 5)], () => {
      if (!isReached) throw new TypeError("Failed to fetch");
      return {};
    });
    fireEvent.click(screen.getByRole("button", { name: "Blue" }));
    await screen.findByText("Easel cannot be reached. Try again.");
    isReached = true;
    now.asks = [];
    fireEvent.click(screen.getByRole("button", { name: "Blue" }));
    await screen.findByText("You answered: Blue. The agent continues.");
  });

  it("is sent once despite repeated clicks", async () => {
    const slow = gate<unknown>();
    const { sent } = draw([question("a", 5)], () => slow.wait);
    const blue = screen.getByRole("button", { name: "Blue" });
    fireEvent.click(blue);
    fireEvent.click(blue);
    await waitFor(() => expect(sent).toHaveLength(1));
    slow.open({});
    await screen.findByText(/^You answered/);
    expect(sent).toHaveLength(1);
  });
});

describe("approval", () => {
  const approval = question("a", 5, {
    kind: "approval",
    toolName: "set_state",
    input: { key: "price", value: 1 },
  });

  it("is given with its duration or refused with a reason", async () => {
    const { sent } = draw([approval]);
    const card = screen.getByRole("region", { name: "Permission for set_state" });
    screen.getByText("Set to ask first.");
    fireEvent.click(within(card).getByRole("button", { name: "Reject…" }));
    fireEvent.change(await within(card).findByRole("textbox"), { target: { value: "Not now" } });
    fireEvent.click(within(card).getByRole("button", { name: "Reject" }));
    await screen.findByText("You said no. The agent continues.");
    expect(sent).toMatchObject([{ answer: { output: { decision: "reject", reason: "Not now" } } }]);
  });

  it("is numbered among asks of the same name, until the others are answered", async () => {
    const { kind, toolName, input } = approval;
    const approvals = ["d", "e"].map((id, at) => question(id, 8 + at, { kind, toolName, input }));
    const { now } = draw([question("a", 5), question("b", 6), ...approvals]);
    const names = () => screen.getAllByRole("region").map((card) => card.getAttribute("aria-label"));
    expect(names()).toEqual([
      "Permission for set_state, 1 of 2",
      "Permission for set_state, 2 of 2",
      "Question for you, 1 of 2",
      "Question for you, 2 of 2",
    ]);
    now.asks = now.asks.filter(({ title }) => title !== "About e");
    const last = screen.getByRole("region", { name: "Permission for set_state, 2 of 2" });
    fireEvent.click(within(last).getByRole("button", { name: "Allow" }));
    await waitFor(() => expect(names()[0]).toBe("Permission for set_state"));
  });

  it("of a memory change shows the change and covers only that one", async () => {
    const change = {
      name: "about",
      permission: "partner",
      version: 3,
      before: "tea",
      after: "tea\nmilk",
    } as const;
    const { sent } = draw([
      question("a", 5, {
        ...{ kind: "approval", toolName: "block" },
        input: { operation: "append", label: "about", content: "milk" },
        because: { kind: "block", changes: [change], origins: ["https://a.test"] },
      }),
    ]);
    const card = screen.getByRole("region", { name: "Permission for block" });
    within(card).getByText("It would change the memory block about.");
    within(card).getByText(/This conversation read/);
    const diff = await within(card).findByRole("region", { name: "Change of the memory block about" });
    await within(diff).findByText("milk");
    expect(within(card).queryByLabelText("Allowed")).toBeNull();
    fireEvent.click(within(card).getByRole("button", { name: "Allow" }));
    await screen.findByText(/^You allowed/);
    expect(sent).toMatchObject([{ answer: { output: { decision: "approve" } } }]);
  });
});

describe("form", () => {
  const surface = (fields: number) =>
    question("a", 5, {
      toolName: "render_blocks",
      input: {
        title: "The trip",
        blocks: [
          {
            type: "form",
            submitLabel: "Go",
            fields: [
              { name: "order", label: "Order", type: "hidden", default: "o7" },
              ...Array.from({ length: fields }, (_, n) => ({
                name: `f${n}`,
                label: `Field ${n}`,
                type: "text",
              })),
            ],
          },
        ],
      },
    });

  it("with few fields is filled in on this page, and then shows the values without hidden fields", async () => {
    const { sent, server } = draw([surface(1)]);
    server.on("GET /api/sheets/c-a/state", () => ({ entries: {}, version: 0 }));
    server.on("PATCH /api/sheets/c-a/state", () => ({ version: 1 }));
    fireEvent.change(await screen.findByLabelText("Field 0"), {
      target: { value: "Porto" },
    });
    fireEvent.click(screen.getByRole("button", { name: "Go" }));
    await screen.findByText("You answered: Porto. The agent continues.");
    const data = { order: "o7", f0: "Porto" };
    expect(sent).toMatchObject([{ answer: { output: { action: "submit", data } } }]);
  });

  it("answered elsewhere shows the values, without hidden fields", async () => {
    const output = { action: "submit", data: { order: "o7", f0: "Lisbon" } };
    const { server, now } = draw([surface(1)], () => refusal(409, "It was.", { status: "answered", output }));
    server.on("GET /api/sheets/c-a/state", () => ({ entries: {}, version: 0 }));
    now.asks = [];
    fireEvent.click(await screen.findByRole("button", { name: "Go" }));
    await screen.findByText("Answered elsewhere: Lisbon. Yours was not sent.");
  });

  it("with many fields is replaced by a link to its conversation", () => {
    const { router } = draw([surface(7)]);
    fireEvent.click(screen.getByRole("button", { name: "Go to the form" }));
    expect(router.push).toHaveBeenCalledWith("/chat/c-a#s-m-a/call_1");
  });
});

it("the inbox says that nothing waits", () => {
  draw([]);
  screen.getByText("Nothing waits for you");
});

describe("inbox", () => {
  const approval = (id: string, minutes: number) =>
    question(id, minutes, { kind: "approval", toolName: "db_sql", input: {} });
  const wide = (id: string, minutes: number) =>
    question(id, minutes, {
      toolName: "render_blocks",
      input: {
        title: `Sheet ${id}`,
        blocks: [{ type: "table", columns: [{ key: "a", label: "A" }], data: [] }],
      },
    });

  it("lists approvals first, then questions, then sheets", () => {
    draw([wide("sheet", 1), question("asked", 2), approval("call", 3)]);
    expect(screen.getAllByRole("article")).toEqual([
      item("About call"),
      item("About asked"),
      item("About sheet"),
    ]);
  });

  it("dismisses what is not needed any more, which stops the agent there", async () => {
    const { server, now } = draw([question("a", 5)]);
    server.on("POST /api/chat/c-a/stop", () => {
      now.asks = [];
      return { run: null };
    });
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    await screen.findByText("Dismissed. The agent stopped.");
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
    expect(server.asked.some((one) => one.startsWith("POST /api/chat/c-a/stop?agent="))).toBe(true);
  });

  it("shows the newest sheet of the conversation beside the question on a wide screen", async () => {
    vi.stubGlobal("matchMedia", () => ({
      matches: true,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }));
    const { server } = draw([question("a", 5)]);
    expect(screen.getByRole("complementary", { name: "Details" })).toBeTruthy();
    await waitFor(() =>
      expect(server.asked.some((one) => one.startsWith("GET /api/conversations/c-a"))).toBe(true),
    );
  });
});

describe("a change that waits", () => {
  it("is a line with its verdict and a link to its proof, until the user decides", async () => {
    const line = {
      ...{ id: "p1", agentId: "00000000-0000-4000-8000-000000000001", kind: "tool", name: "double" },
      ...{ version: 3, base: 2, verdict: "changed", state: "waiting", why: "Rounds up", reason: null },
      createdAt: NOW,
    };
    const lines = [line];
    const { server } = draw([], undefined, lines);
    const sent: unknown[] = [];
    server.on("POST /api/proofs/p1", ({ body }) => {
      lines.length = 0;
      sent.push(body);
      return { settled: true };
    });
    const link = await screen.findByRole("link", { name: "Tool “double”" });
    expect(link.getAttribute("href")).toBe("/agent/tools/double#proof");
    screen.getByText("Version 3 waits for you: it returns other results than version 2");
    screen.getByText("Aim: Rounds up");
    fireEvent.click(screen.getByRole("button", { name: "Use it" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Tool “double”" })).toBeNull());
    expect(sent).toEqual([{ action: "use" }]);
  });
});
