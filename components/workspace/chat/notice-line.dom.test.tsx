import { act, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import type { Notice } from "@/lib/shared/notice";
import { NoticeLine } from "./notice-line";
import { type Thread, ThreadContext, useThread } from "./thread";

function Around({ thread, children }: { thread: Partial<Thread>; children: ReactNode }) {
  return <ThreadContext value={{ ...useThread(), ...thread }}>{children}</ThreadContext>;
}

const aNotice = (code: string, rest: Partial<Notice> = {}): Notice => ({
  ...{ kind: "error", code, message: `It failed: ${code}` },
  ...rest,
});

function draw(notice: Notice, thread: Partial<Thread> = {}, messageId?: string) {
  const handlers = { again: vi.fn(), editLast: vi.fn(), say: vi.fn() };
  drawPage(
    <Around thread={{ ...handlers, ...thread }}>
      <NoticeLine notice={notice} messageId={messageId} />
    </Around>,
    { path: "/chat/one" },
  );
  return handlers;
}

const button = () => screen.getByRole<HTMLButtonElement>("button");

describe("notice", () => {
  it.each([
    ["bad_key", "Check the key", "/settings/models"],
    ["out_of_credit", "Choose another model", "/settings/models"],
    ["context_too_long", "New conversation", "/"],
  ])("links to the page that fixes %s", (code, name, href) => {
    draw(aNotice(code));
    screen.getByText(`It failed: ${code}`);
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(href);
  });

  it("offers to try again, also for unknown errors", () => {
    const { again } = draw(aNotice("never_seen"));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(again).toHaveBeenCalledOnce();
  });

  it("offers to edit the message when the model refused it", () => {
    const { editLast } = draw(aNotice("refused"));
    fireEvent.click(screen.getByRole("button", { name: "Edit your message" }));
    expect(editLast).toHaveBeenCalledOnce();
  });

  it("continues after a limit on request", () => {
    const { say } = draw(aNotice("steps", { kind: "limit" }));
    fireEvent.click(screen.getByRole("button", { name: "Go on" }));
    expect(say).toHaveBeenCalledExactlyOnceWith("Go on");
  });

  it("offers nothing if the user stopped the run, if a message follows, or while an answer is written", () => {
    draw(aNotice("stopped", { kind: "stopped" }));
    draw(aNotice("unreachable"), { lastId: "later" }, "m");
    draw(aNotice("unreachable"), { busy: "Still running" });
    expect(screen.queryByRole("button")).toBeNull();
    draw(aNotice("unreachable"), { lastId: "m" }, "m");
    button();
  });

  it("counts down to the retry time", () => {
    vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00Z") });
    const { again } = draw(aNotice("rate_limited", { retryAt: "2026-11-22T12:00:02.500Z" }));
    expect(button().textContent).toMatch(/^Try again in 3/);
    fireEvent.click(button());
    expect(again).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(2_000));
    expect(button().textContent).toMatch(/^Try again in 1/);
    act(() => vi.advanceTimersByTime(1_000));
    expect(button().textContent).toBe("Try again");
    fireEvent.click(button());
    expect(again).toHaveBeenCalledOnce();
  });

  it("can be retried at once if the retry time has passed or is invalid", () => {
    draw(aNotice("rate_limited", { retryAt: "2020-01-01T00:00:00Z" }));
    expect(button().disabled).toBe(false);
    draw(aNotice("rate_limited", { retryAt: "soon" }));
    for (const one of screen.getAllByRole<HTMLButtonElement>("button")) expect(one.disabled).toBe(false);
  });
});
