import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { BrowserState, BrowserTab } from "@/lib/shared/browser/contract";
import { TabStrip } from "./tab-strip";

const tab = (id: string, title: string, rest: Partial<BrowserTab> = {}): BrowserTab => ({
  ...{ id, title, url: `https://${id}.example/`, isCurrent: false },
  ...rest,
});
const aBrowser = (tabs: BrowserTab[], rest: Partial<BrowserState> = {}): BrowserState => ({
  ...{ holder: "person", since: "2026-11-22T12:00:00.000Z", url: "https://a.example/", title: "Bread" },
  ...{ isLoading: false, viewport: { width: 1280, height: 800 }, tabs },
  ...{ target: null, dialog: null, calling: null },
  ...rest,
});

function draw(browser: BrowserState | null, isHeld = true) {
  const send = vi.fn();
  render(<TabStrip browser={browser} status="Last image" isHeld={isHeld} send={send} />);
  return send;
}

describe("pages of the browser", () => {
  const two = [tab("a", "Bread", { isCurrent: true }), tab("b", "Cake")];

  it("can be opened and closed while the user is in control", () => {
    const send = draw(aBrowser(two));
    const tabs = screen.getByRole("list", { name: "Tabs" });
    expect(within(tabs).getByRole("button", { current: true }).textContent).toBe("Bread");
    fireEvent.click(within(tabs).getByRole("button", { name: "Cake" }));
    fireEvent.click(within(tabs).getByRole("button", { name: "Close “Bread”" }));
    expect(send.mock.calls).toEqual([[{ type: "tab", id: "b" }], [{ type: "close_tab", id: "a" }]]);
  });

  it("are listed without buttons while the agent is in control, with the current and the loading page marked", () => {
    draw(aBrowser(two, { isLoading: true }), false);
    expect(screen.queryByRole("button")).toBeNull();
    const [first, second] = screen.getAllByRole("listitem");
    within(first as HTMLElement).getByText("Loading");
    expect(within(second as HTMLElement).queryByText("Loading")).toBeNull();
    expect(first?.querySelector("[aria-current=true]")?.textContent).toContain("Bread");
    expect(second?.querySelector("[aria-current]")).toBeNull();
  });

  it("show the host if they have no title, and fit on one line", () => {
    const long = `Rye\n\nand   ${"oats ".repeat(60)}`;
    draw(aBrowser([tab("a", ""), tab("b", "", { url: "about:blank" }), tab("c", long)]));
    const [first, second, third = ""] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect([first, second]).toEqual(["a.example", "New tab"]);
    expect(third).toMatch(/^Rye and oats oats .*…$/);
    expect(third.length).toBeLessThan(100);
  });

  it("are not shown as a list if only one is open, and show the fallback text if none is", () => {
    draw(aBrowser([tab("a", "Bread")]));
    expect(screen.queryByRole("list")).toBeNull();
    screen.getByText("Bread");
    draw(aBrowser([]));
    draw(null);
    expect(screen.getAllByText("Last image")).toHaveLength(2);
  });
});
