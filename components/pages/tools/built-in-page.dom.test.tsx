import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { ToolCall } from "@/lib/shared/tools/calls";
import type { ToolView } from "@/lib/shared/tools/view";
import { ToolPage } from "./tool-page";

const tool = (rest: Partial<ToolView> = {}): ToolView => ({
  ...{ name: "fetch_page", description: "Reads a page", policy: "ask", enabled: true, pauses: false },
  inputSchema: {
    ...{ type: "object", required: ["url"] },
    properties: {
      url: { type: "string", description: "Where it is" },
      parts: { type: "array", items: { properties: { from: { type: "integer", minimum: 1 } } } },
    },
  },
  ...rest,
});
const call = (id: string, rest: Partial<ToolCall> = {}): ToolCall => ({
  ...{ conversationId: "c", messageId: "m", toolCallId: id, parentToolCallId: null, title: "A talk" },
  ...{ status: "ok", input: { url: `https://${id}.example` }, output: "text", error: null, logs: null },
  ...{ durationMs: 3, createdAt: ago(3) },
  ...rest,
});
function draw(view: ToolView, calls: ToolCall[] = [], server = new FakeServer()) {
  const entry = { kind: "built-in" as const, view, calls: { calls } };
  return drawPage(<ToolPage name={view.name} entry={entry} now={NOW} />, { server });
}

describe("a built-in tool", () => {
  it("lists nested parameters with their bounds, or a message if there are none", () => {
    const { unmount } = draw(tool());
    const rows = within(screen.getByRole("table", { name: "Parameters" })).getAllByRole("row");
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      ...["url *, requiredstringWhere it is", "partslist of object", "parts[].frominteger≥ 1"],
    ]);
    unmount();
    draw(tool({ inputSchema: { type: "object" } }));
    screen.getByText("No parameters");
  });

  it("shows why the agent is not offered the tool, and that a new version needs approval", () => {
    draw(tool({ lapsed: 2, lacks: "No browser is installed.", problem: "Its code does not load." }));
    screen.getByText(/version 2, permanently allowed, was rewritten/);
    screen.getByText("Not offered now: No browser is installed.");
    screen.getByText("Its code does not load.");
  });

  it("shows the number, failures and duration of its calls, or a message without calls", () => {
    const stats = { calls: 1_234, failures: 2, medianMs: 1_500, lastAt: ago(5) };
    const { unmount } = draw(tool({ stats }));
    screen.getByText(/^1,234 calls in 30 days, 2 failed, median 1\.5 s, last/);
    unmount();
    draw(tool());
    screen.getByText("Not called for 30 days");
    screen.getByText("No calls in conversations yet");
  });

  it("is disabled immediately, and enabled again if the server refuses", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("PATCH /api/tools/fetch_page", ({ body }) => {
      sent.push(body);
      return refusal(500, "The disk is full.");
    });
    draw(tool(), [], server);
    fireEvent.click(screen.getByRole("switch", { name: "Enabled" }));
    screen.getByText("Disabled");
    await screen.findByText("Enabled");
    expect(notices()).toContain("Could not change fetch_page. The disk is full.");
    expect(sent).toEqual([{ enabled: false }]);
  });

  it("reloads if settings or tools change, and ignores other notifications", async () => {
    const { router, tell } = draw(tool());
    tell("history state score");
    tell("settings");
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  });
});

describe("the list of its calls", () => {
  const row = (at: number) => screen.getByRole("list", { name: "Calls" }).children[at] as HTMLElement;
  const open = (at: number) => {
    const details = row(at).querySelector("details") as HTMLDetailsElement;
    details.open = true;
    fireEvent(details, new Event("toggle"));
  };

  it("shows a call's result when expanded, and links to its conversation if that exists", async () => {
    draw(tool(), [
      call("a"),
      call("b", { status: "error", error: "Not found\nat line 1", output: null, logs: ["asked"] }),
      call("c", { title: null, status: "denied", input: {} }),
    ]);
    within(row(0)).getByRole("img", { name: "Succeeded" });
    within(row(1)).getByRole("img", { name: "Failed" });
    within(row(2)).getByRole("img", { name: "Not allowed" });
    expect(row(1).textContent).toMatch(/^Not found(?!\nat)/);
    open(0);
    within(row(0)).getByText("Returned");
    expect(within(row(0)).getByRole("link", { name: "A talk" }).getAttribute("href")).toMatch(/^\/chat\/c#/);
    open(1);
    within(row(1)).getByText("Failed");
    within(row(1)).getByText("1 line of logs");
    expect(within(row(1)).queryByText("Returned")).toBeNull();
    open(2);
    within(row(2)).getByText("Conversation deleted");
  });
});
