import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { anAuditCall } from "@/components/client/testing/samples";
import type { AuditCall } from "@/lib/shared/audit/contract";
import { CallDetail } from "./call-detail";

function draw(call: Partial<AuditCall>, server = new FakeServer()) {
  const onPlace = vi.fn();
  drawPage(<CallDetail call={anAuditCall("t/001", call)} onPlace={onPlace} />, {
    server,
    path: "/agent/activity",
  });
  return onPlace;
}

it.each([
  [{ status: "denied" as const }, "Denied by you or a rule."],
  [{ status: "waiting" as const }, "Answer in its conversation."],
  [{ status: "unknown" as const }, "Server stopped; it may have taken effect."],
  [{ error: "<img src=x onerror=alert(1)>" }, "<img src=x onerror=alert(1)>"],
  [{}, "No requests."],
  [{ resultBytes: 2_500_000 }, "Result: 2.5 MB"],
])("the detail of a call describes its outcome: %j", (call, expected) => {
  draw(call);
  screen.getByText(expected);
});

it("the detail of a call links to the message and the tool, and filters by the conversation", () => {
  const onPlace = draw({ title: " ", conversationId: "c", tool: "fetch page" });
  const link = screen.getByRole("link", { name: "a conversation" });
  expect(link.getAttribute("href")).toBe("/chat/c#m-m/t");
  expect(screen.getByRole("link", { name: "About this tool" }).getAttribute("href")).toBe(
    "/agent/tools/fetch%20page",
  );
  fireEvent.click(screen.getByRole("button", { name: "Only this conversation" }));
  expect(onPlace).toHaveBeenCalledWith({ view: "calls", conversation: "c" });
});

it("the detail of a call names a deleted conversation or tool without a link", () => {
  draw({ title: null, toolset: null });
  screen.getByText("Its conversation was deleted.");
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

it("the detail of a call lists the calls that its code made in order, and loads more on demand", async () => {
  const nested = (id: string, rest: object = {}) =>
    anAuditCall(id, { tool: `tool_${id}`, inputGist: `does ${id}`, ...rest });
  const server = new FakeServer().on("GET /api/audit", ({ url }) =>
    url.searchParams.has("cursor")
      ? { calls: [nested("a", { status: "error", error: "It broke." })] }
      : { calls: [nested("c"), nested("b")], nextCursor: "more" },
  );
  draw({ nested: 3, conversationId: "c/1" }, server);
  const rows = async () =>
    within(await screen.findByRole("list", { name: "Called by code" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect((await rows()).map((row) => row?.slice(0, 11))).toEqual(["tool_bdoes ", "tool_cdoes "]);
  expect(server.asked).toEqual(["GET /api/audit?parent=c%252F1%2Fm%2Ft%252F001"]);
  fireEvent.click(screen.getByRole("button", { name: "Show earlier calls" }));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect((await rows())[0]).toContain("It broke.");
});

it("an error is shown when loading those calls fails, and loading is repeated on retry", async () => {
  const server = new FakeServer().on("GET /api/audit", () => refusal(500, "The disk is full."));
  draw({ nested: 2 }, server);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Could not load. The disk is full.");
  server.on("GET /api/audit", ({ url }) =>
    url.searchParams.has("cursor")
      ? refusal(503, "The database is away.")
      : { calls: [anAuditCall("b")], nextCursor: "more" },
  );
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  fireEvent.click(await screen.findByRole("button", { name: "Show earlier calls" }));
  const second = await screen.findByRole("alert");
  expect(second.textContent).toContain("The database is away.");
  screen.getByText("reads b");
  server.on("GET /api/audit", () => ({ calls: [anAuditCall("a")] }));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("reads a");
  screen.getByText("reads b");
});
