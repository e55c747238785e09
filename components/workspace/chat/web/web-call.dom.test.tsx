import { fireEvent, render, screen, within } from "@testing-library/react";
import type { UIMessage } from "ai";
import { describe, expect, it, vi } from "vitest";
import type { ToolPart } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { DeskContext, EMPTY_DESK } from "../desk";
import { Shots } from "./shots";
import { SourceRow } from "./source-row";
import { WebCall } from "./web-call";

const aCall = (
  toolName: string,
  input: unknown,
  output: unknown,
  rest: Partial<ToolPart> = {},
): ToolPart => ({
  ...{ toolCallId: "c", toolName, state: "output-available", input, output },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined },
  ...rest,
});

const draw = (toolName: string, input: unknown, output: unknown) =>
  render(<WebCall tool={aCall(toolName, input, output)} />);
const open = (label: RegExp) => {
  const fold = screen.getByText(label, { selector: "summary" }).closest("details") as HTMLDetailsElement;
  fold.open = true;
  fireEvent(fold, new Event("toggle"));
  return within(fold);
};

describe("search result", () => {
  it("is a list of links in new tabs without referrer or opener", () => {
    const results = [
      { url: "https://www.rye.example/a", title: "Rye", date: "2026-11-02", snippet: "All of rye" },
      { url: "https://oats.example/", title: " ", date: "2 days ago" },
    ];
    draw("web_search", { query: "rye" }, { results });
    const [rye, oats] = screen.getAllByRole("listitem");
    expect(rye?.textContent).toBe("Rye (new tab)rye.example · 2 Nov 2026All of rye");
    expect(oats?.textContent).toBe("oats.example (new tab)oats.example · 2 days ago");
    const link = screen.getByRole("link", { name: /^Rye/ });
    expect(link.getAttribute("href")).toBe("https://www.rye.example/a");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(link.getAttribute("target")).toBe("_blank");
  });

  it.each([undefined, "no", { results: [] }, { results: ["no", null] }])(
    "shows no results for the output %j",
    (output) => {
      draw("web_search", {}, output);
      screen.getByText("Nothing found.");
    },
  );

  it("never links to a URL that would run in this page", () => {
    const title = "x".repeat(500);
    draw("web_search", {}, { results: [{ url: "javascript:alert(1)", title }, {}] });
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getAllByRole("listitem")[0]?.textContent?.length).toBeLessThan(150);
  });
});

describe("fetched page", () => {
  it("shows the request and redirects, with the result folded", () => {
    const input = { url: "http://a.example/", method: "post", body: "n=1", raw: true };
    const output = { url: "https://b.example/x", status: 201, body: "Thanks", headers: { server: "b" } };
    draw("fetch_url", input, output);
    const [now, before] = screen.getAllByRole("link");
    expect(now?.parentElement?.textContent).toBe("POSThttps://b.example/x (new tab)201");
    expect(before?.parentElement?.textContent).toMatch(/^Redirected fromhttp:\/\/a\.example\//);
    expect(screen.queryByText("Thanks")).toBeNull();
    open(/^Text/).getByText("Thanks");
    const sent = open(/^Sent/).getByRole("group", { name: "Sent" });
    expect(sent.textContent).toContain("n=1");
    expect(sent.textContent).not.toContain("raw");
    open(/^Headers/).getByText(/server/);
  });

  it("tolerates unexpected input and output, and truncates long URLs only visually", () => {
    draw("fetch_url", null, 7);
    expect(screen.queryByRole("link")).toBeNull();
    const url = `https://long.example/${"x".repeat(400)}`;
    draw("fetch_url", { url }, { url, status: 0 });
    const link = screen.getByRole("link");
    expect(link.getAttribute("href")).toBe(url);
    expect(link.textContent?.length).toBeLessThan(230);
    expect(screen.queryByText(/Redirected/)).toBeNull();
  });
});

it("a browser call shows its text and notes, and links to the browser if it is open", () => {
  const show = vi.fn();
  const output = { url: "https://rye.example/", status: 200, text: "All of rye", notes: ["It was slow."] };
  const tool = aCall("browser_extract_text", { selector: "main" }, output);
  const { rerender } = render(<WebCall tool={tool} />);
  expect(screen.getByRole("group", { name: "Called with" }).textContent).toContain("main");
  expect(screen.getByRole("group", { name: "Returned" }).textContent).toContain("All of rye");
  screen.getByText("It was slow.");
  expect(screen.queryByRole("button", { name: "Show browser" })).toBeNull();
  const surfaces = [{ id: "m/b", kind: "browser" } as Surface];
  rerender(
    <DeskContext value={{ ...EMPTY_DESK, surfaces, show }}>
      <WebCall tool={tool} />
    </DeskContext>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Show browser" }));
  expect(show).toHaveBeenCalledExactlyOnceWith("m/b");
});

it("screenshots are named by their element, and the first four are shown until the user expands the list", () => {
  const png = { image: "iVBORw0KGgoAAA", width: 4, height: 3 };
  const shot = (at: number, output: unknown = png) =>
    aCall("browser_screenshot", at === 0 ? { selector: "main" } : {}, output, { toolCallId: `${at}` });
  const bad = shot(9, { ...png, image: "<svg onload=alert(1)>" });
  const { rerender } = render(<Shots tools={[bad]} isLive={false} />);
  expect(screen.queryByRole("list")).toBeNull();
  rerender(<Shots tools={[bad, ...[0, 1, 2, 3, 4, 5].map((at) => shot(at))]} isLive={false} />);
  expect(screen.getAllByRole("button", { name: /^Enlarge/ })).toHaveLength(4);
  screen.getByRole("button", { name: "Enlarge: Screenshot of main" });
  fireEvent.click(screen.getByRole("button", { name: "Show 2 more" }));
  expect(screen.getAllByRole("button", { name: "Enlarge: Screenshot" })).toHaveLength(5);
});

it("the pages of an answer are listed without duplicates, the first six until the list is expanded", () => {
  const part = (at: number) => ({
    ...{ type: "tool-fetch_url" as const, toolCallId: `${at}`, state: "output-available" as const },
    ...{ input: { url: `https://${at % 9}.example/` }, output: { status: at === 7 ? 404 : 200 } },
  });
  const message: UIMessage = {
    id: "m",
    role: "assistant",
    parts: Array.from({ length: 10 }, (_, at) => part(at)),
  };
  render(<SourceRow message={message} />);
  const sources = within(screen.getByRole("region", { name: "Sources" }));
  expect(sources.getAllByRole("link")).toHaveLength(6);
  fireEvent.click(sources.getByRole("button", { name: "Show 2 more" }));
  expect(sources.getAllByRole("link")).toHaveLength(8);
  fireEvent.click(sources.getByRole("button", { name: "Show fewer" }));
  expect(sources.getAllByRole("link")).toHaveLength(6);
});
