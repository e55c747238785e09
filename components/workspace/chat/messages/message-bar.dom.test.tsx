import { act, fireEvent, render, screen } from "@testing-library/react";
import type { UIMessage } from "ai";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { type Thread, ThreadContext, useThread } from "../thread";
import { AgentBar, UserBar } from "./message-bar";

const copied: string[] = [];
const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);

beforeEach(() => {
  copied.length = 0;
  clipboard(async (text) => {
    copied.push(text);
  });
  history.replaceState(null, "", "/chat/one");
});

function Around({ thread, children }: { thread: Partial<Thread>; children: ReactNode }) {
  return <ThreadContext value={{ ...useThread(), ...thread }}>{children}</ThreadContext>;
}

type DrawOptions = Partial<Thread> & {
  metadata?: MessageMetadata;
  text?: string;
  calls?: UIMessage["parts"];
  isLive?: boolean;
};

function draw(options: DrawOptions = {}, Which: "person" | "agent" = "person") {
  const { metadata = {}, text = "Bake **rye**", isLive = false, calls = [], ...thread } = options;
  const handlers = { edit: vi.fn(), retry: vi.fn(), show: vi.fn() };
  const parts = [{ type: "text" as const, text }, ...calls];
  const page = (more: Partial<Thread>) => (
    <Around
      thread={{ linkTo: (id) => `http://house.example/chat/one#m-${id}`, ...handlers, ...thread, ...more }}
    >
      {Which === "person" ? (
        <UserBar {...{ metadata, messageId: "b", text: () => text }} />
      ) : (
        <AgentBar {...{ metadata, isLive, message: { id: "b", role: "assistant", parts } }} />
      )}
    </Around>
  );
  const { rerender } = render(page({}));
  return { ...handlers, change: (more: Partial<Thread>) => rerender(page(more)) };
}

const button = (name: string) => screen.getByRole("button", { name });
const press = async (name: string) => {
  await act(async () => fireEvent.click(button(name)));
};

describe("actions of a message", () => {
  it("copy its text and its link", async () => {
    draw();
    await press("Copy message");
    await press("Copy link");
    expect(copied).toEqual(["Bake **rye**", "http://house.example/chat/one#m-b"]);
    button("Copied");
    button("Link copied");
  });

  it("show the link in the address bar for a while when the clipboard fails", async () => {
    vi.useFakeTimers();
    clipboard(() => Promise.reject(new Error("Not allowed")));
    draw({ linkTo: (id) => `/chat/one#m-${id}` });
    await press("Copy link");
    button("Link in the address bar");
    expect(location.hash).toBe("#m-b");
    act(() => vi.advanceTimersByTime(1_600));
    button("Copy link");
  });

  it("edit it or request another answer once no run is active", async () => {
    const busy = "Still running";
    const { edit, change } = draw({ busy });
    expect(button("Edit").getAttribute("aria-disabled")).toBe("true");
    expect(button("Edit").getAttribute("aria-description")).toBe(busy);
    await press("Edit");
    expect(edit).not.toHaveBeenCalled();
    change({ busy: undefined });
    await press("Edit");
    expect(edit).toHaveBeenCalledExactlyOnceWith("b");
  });

  it("are hidden while an answer is written, and do not offer copying if it has no text", async () => {
    draw({ isLive: true }, "agent");
    expect(screen.queryByRole("button")).toBeNull();
    const { retry } = draw({ text: " \n" }, "agent");
    expect(screen.queryByRole("button", { name: "Copy answer" })).toBeNull();
    await press("Try again");
    expect(retry).toHaveBeenCalledExactlyOnceWith("b");
  });

  it("keep an answer as an example of the texts and of each skill that it used", async () => {
    const call = (tool: string, name: string) =>
      ({
        ...{ type: `tool-${tool}`, toolCallId: `${tool} ${name}`, input: { name } },
        ...{ state: "output-available", output: {} },
      }) as const;
    const failed = { ...call("use_skill", "gone"), ...{ state: "output-error", errorText: "Gone" } } as const;
    const used = ["use_skill", "run_skill_script"].map((tool) => call(tool, "taxes"));
    draw({ calls: [...used, failed, call("write_skill", "new")] as UIMessage["parts"] }, "agent");
    await press("Keep as example");
    const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(items).toEqual(["Prompt", "Notes", "Skill “taxes”"]);
  });

  it("show the usage of an answer, briefly and in full", () => {
    const usage = { inputTokens: 1_200, outputTokens: 4, cachedTokens: 1_000, cost: 0.00421 };
    draw({ metadata: { usage, model: "openai/gpt-5.2" } }, "agent");
    const line = screen.getByText("1,204 tokens, $0.0042, gpt-5.2");
    expect(line.title).toBe("1,200 tokens read, 1,000 cached; 4 written; openai/gpt-5.2");
  });
});

describe("versions of a message", () => {
  const metadata = { versions: ["a", "b", "c"] };

  it("can be stepped through within their range", async () => {
    const { show } = draw({ metadata });
    screen.getByText("2 of 3");
    await press("Earlier version");
    await press("Later version");
    expect(show.mock.calls).toEqual([["a"], ["c"]]);
    draw({ metadata: { versions: ["b", "c"] } }, "agent");
    const earlier = screen.getAllByRole("button", { name: "Earlier version" });
    expect(earlier.map((one) => one.getAttribute("aria-disabled"))).toEqual([null, "true"]);
  });

  it("are hidden if there is only one", () => {
    draw({ metadata: { versions: ["b"] } });
    expect(screen.queryByRole("group", { name: "Versions" })).toBeNull();
  });

  it("show the requested version at once and ignore clicks until it is loaded", async () => {
    const { show } = draw({ metadata, turningTo: "c" });
    screen.getByText("3 of 3");
    await press("Earlier version");
    expect(show).not.toHaveBeenCalled();
  });

  it("cannot be changed while an ask is open, with the reason", async () => {
    const { show } = draw({ metadata, fixed: "Answer it first" });
    expect(button("Later version").getAttribute("aria-description")).toBe("Answer it first");
    await press("Later version");
    expect(show).not.toHaveBeenCalled();
  });
});
