import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { anAuditCall, anAuditRequest, NOW } from "@/components/client/testing/samples";
import { scrollToEnd } from "@/components/client/testing/setup";
import { AgentBase } from "@/components/ui/kit/agent-base";
import type { AuditCall } from "@/lib/shared/audit/contract";
import { AuditPage } from "./audit-page";

const callsOf = (ids: string, nextCursor?: string) => ({
  calls: [...ids].map((id) => anAuditCall(id)),
  nextCursor,
});
const requestsOf = (ids: string, nextCursor?: string) => ({
  requests: [...ids].map((id) => anAuditRequest(id)),
  nextCursor,
});
const serving = (ids: () => string): FakeServer =>
  new FakeServer().on("GET /api/audit", () => callsOf(ids()));

type Options = { server?: FakeServer; items?: AuditCall[]; nextCursor?: string; path?: string };

function draw(
  ids: string,
  { server, items = callsOf(ids).calls, nextCursor, path = "/agent/activity" }: Options = {},
) {
  const initial = { place: { view: "calls" as const }, calls: { items, nextCursor } };
  return drawPage(<AuditPage initial={initial} tools={["fetch_page"]} now={NOW} />, {
    server: server ?? serving(() => ids),
    path,
  });
}

const shown = () =>
  screen
    .queryAllByText(/^reads /)
    .map((one) => one.textContent?.slice(6))
    .join("");
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

it("the views are linked within the current agent", () => {
  const base = "/a/11111111-1111-4111-8111-111111111111";
  const initial = { place: { view: "calls" as const }, calls: callsOf("a") };
  const page = (
    <AuditPage
      initial={{ ...initial, calls: { items: initial.calls.calls, nextCursor: undefined } }}
      tools={[]}
      now={NOW}
    />
  );
  drawPage(<AgentBase base={base}>{page}</AgentBase>, {
    server: serving(() => "a"),
    path: `${base}/agent/activity`,
  });
  const hrefs = ["Calls", "Requests", "Code", "Requests as CSV"].map((name) =>
    screen.getByRole("link", { name }).getAttribute("href"),
  );
  expect(hrefs).toEqual([
    ...[`${base}/agent/activity`, `${base}/agent/activity?view=requests`, `${base}/agent/activity/code`],
    "/api/audit/requests.csv?agent=11111111-1111-4111-8111-111111111111",
  ]);
});

describe("call list", () => {
  it("shows the initial calls at once, and loads older calls on scroll", async () => {
    const server = new FakeServer().on("GET /api/audit", ({ url }) =>
      url.searchParams.get("cursor") === "two" ? callsOf("cd") : callsOf("ab", "two"),
    );
    draw("ab", { server, nextCursor: "two" });
    expect(shown()).toBe("ab");
    scrollToEnd();
    await waitFor(() => expect(shown()).toBe("abcd"));
  });

  it("announces new calls with a button and shows them on click", async () => {
    let ids = "ab";
    const { tell } = draw("ab", { server: serving(() => ids) });
    ids = "xyab";
    tell("anything");
    await screen.findByRole("button", { name: "Show 2 new" });
    expect(shown()).toBe("ab");
    press(/^Show 2 new/);
    expect(shown()).toBe("xyab");
    expect(screen.queryByRole("button", { name: /^Show .* new$/ })).toBeNull();
  });

  it("updates calls that it already shows", async () => {
    let status: AuditCall["status"] = "running";
    const requests = { count: 0, refused: 0, failed: 0, received: 0, hosts: [] };
    const server = new FakeServer().on("GET /api/audit", () => ({
      calls: [anAuditCall("a", { status, error: "It broke.", requests })],
    }));
    const { tell } = draw("", { server, items: [anAuditCall("a", { status })] });
    status = "error";
    tell("a step");
    press(/reads a/);
    await screen.findByText("It broke.");
    screen.getByText("No requests.");
  });

  it("shows new calls at once if the list was empty", async () => {
    let ids = "";
    const { tell } = draw("", { server: serving(() => ids) });
    screen.getByText("No calls yet");
    ids = "a";
    tell("a step");
    await waitFor(() => expect(shown()).toBe("a"));
  });

  it("refetches when the tab becomes visible", async () => {
    const { server } = draw("ab");
    await waitFor(() => expect(server.asked).toHaveLength(1));
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await waitFor(() => expect(server.asked).toHaveLength(2));
  });

  it("loads another list for a chosen verdict, and refetches all calls when the user returns", async () => {
    const server = new FakeServer().on("GET /api/audit", ({ url }) =>
      callsOf(url.searchParams.get("verdict") === "failed" ? "f" : "abc"),
    );
    draw("ab", { server });
    press("Failed");
    expect(location.search).toBe("?verdict=failed");
    await waitFor(() => expect(shown()).toBe("f"));
    press("All");
    await waitFor(() => expect(shown()).toBe("abc"));
  });

  it("shows an error with a retry button when loading fails", async () => {
    const server = new FakeServer().on("GET /api/audit", () => refusal(500, "The disk is full."));
    draw("ab", { server });
    press("Refused");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Could not load. The disk is full.");
    server.on("GET /api/audit", () => callsOf("r"));
    press("Try again");
    await waitFor(() => expect(shown()).toBe("r"));
  });

  it("keeps the list and shows an error when loading older calls fails", async () => {
    const server = new FakeServer().on("GET /api/audit", ({ url }) =>
      url.searchParams.has("cursor") ? refusal(500, "The disk is full.") : callsOf("ab", "two"),
    );
    draw("ab", { server, nextCursor: "two" });
    scrollToEnd();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Could not load. The disk is full.");
    expect(shown()).toBe("ab");
    server.on("GET /api/audit", () => callsOf("c"));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(shown()).toBe("abc"));
  });

  it("offers to show all calls if no call matches", async () => {
    draw("ab", { server: new FakeServer().on("GET /api/audit", () => callsOf("")) });
    press("Failed");
    await screen.findByText("Nothing matches.");
    press("Show all");
    expect(location.search).toBe("");
  });
});

describe("requests of a call", () => {
  const withRequests = (count: number) =>
    anAuditCall("a", { requests: { count, refused: 0, failed: 0, received: 5, hosts: ["example.com"] } });
  const list = () => screen.getByRole("list", { name: "Requests" });
  const paths = () =>
    [...list().querySelectorAll("li")].map((row) => /example\.com\/(\w)/.exec(row.textContent ?? "")?.[1]);

  it("load when the call is expanded, and earlier requests load on demand", async () => {
    const server = serving(() => "").on("GET /api/audit", () => ({ calls: [withRequests(3)] }));
    server.on("GET /api/audit/requests", ({ url }) =>
      url.searchParams.has("cursor") ? requestsOf("a") : requestsOf("cb", "more"),
    );
    draw("", { server, items: [withRequests(3)] });
    expect(server.count("GET /api/audit/requests")).toBe(0);
    press(/reads a/);
    await screen.findByRole("list", { name: "Requests" });
    expect(paths()).toEqual(["b", "c"]);
    press("Show earlier requests");
    await waitFor(() => expect(paths()).toEqual(["a", "b", "c"]));
  });

  it("stay visible while the list reloads after a further request", async () => {
    let call = withRequests(1);
    const more = gate<unknown>();
    const server = new FakeServer().on("GET /api/audit", () => ({ calls: [call] }));
    server.on("GET /api/audit/requests", () => (call.requests.count === 1 ? requestsOf("a") : more.wait));
    const { tell } = draw("", { server, items: [call] });
    press(/reads a/);
    await screen.findByRole("list", { name: "Requests" });
    call = withRequests(2);
    tell("a step");
    await waitFor(() => expect(server.count("GET /api/audit/requests")).toBe(2));
    expect(paths()).toEqual(["a"]);
    more.open(requestsOf("ba"));
    await waitFor(() => expect(paths()).toEqual(["a", "b"]));
  });

  it("show an error with a retry button when loading fails", async () => {
    const server = new FakeServer().on("GET /api/audit", () => ({ calls: [withRequests(1)] }));
    server.lose("GET /api/audit/requests");
    draw("", { server, items: [withRequests(1)] });
    press(/reads a/);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Could not load. Easel cannot be reached.");
    server.on("GET /api/audit/requests", () => requestsOf("a"));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(paths()).toEqual(["a"]));
  });
});

it("the other view loads on demand, and the first view is refetched when the user returns", async () => {
  const server = serving(() => "xab").on("GET /api/audit/requests", () => requestsOf("r"));
  draw("ab", { server });
  fireEvent.click(screen.getByRole("link", { name: "Requests" }));
  await screen.findByText("/r");
  fireEvent.click(screen.getByRole("link", { name: "Calls" }));
  await waitFor(() => expect(shown()).toBe("xab"));
});
