import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { type Thread, ThreadContext, useThread } from "../thread";
import { AgentBar, PersonBar } from "./message-bar";

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

type Given = Partial<Thread> & { metadata?: MessageMetadata; text?: string; isLive?: boolean };

function draw(given: Given = {}, Which: "person" | "agent" = "person") {
  const { metadata = {}, text = "Bake **rye**", isLive = false, ...thread } = given;
  const told = { edit: vi.fn(), retry: vi.fn(), show: vi.fn() };
  const props = { messageId: "b", metadata, text: () => text };
  const page = (more: Partial<Thread>) => (
    <Around thread={{ linkTo: (id) => `http://house.example/chat/one#m-${id}`, ...told, ...thread, ...more }}>
      {Which === "person" ? <PersonBar {...props} /> : <AgentBar {...props} isLive={isLive} />}
    </Around>
  );
  const { rerender } = render(page({}));
  return { ...told, change: (more: Partial<Thread>) => rerender(page(more)) };
}

const button = (name: string) => screen.getByRole("button", { name });
const press = async (name: string) => {
  await act(async () => fireEvent.click(button(name)));
};

describe("what can be done with a message", () => {
  it("is to copy it as it was written, and to copy its address", async () => {
    draw();
    await press("Copy your message");
    await press("Copy link");
    expect(copied).toEqual(["Bake **rye**", "http://house.example/chat/one#m-b"]);
    button("Copied");
    button("Link copied");
  });

  it("puts the address where it can be read when the clipboard is refused, for a while", async () => {
    vi.useFakeTimers();
    clipboard(() => Promise.reject(new Error("Not allowed")));
    draw({ linkTo: (id) => `/chat/one#m-${id}` });
    await press("Copy link");
    button("The link is in the address bar");
    expect(location.hash).toBe("#m-b");
    act(() => vi.advanceTimersByTime(1_600));
    button("Copy link");
  });

  it("is to edit it or to have it answered once more, once nothing is written any more", async () => {
    const busy = "Wait until it has finished";
    const { edit, change } = draw({ busy });
    expect(button("Edit").getAttribute("aria-disabled")).toBe("true");
    expect(button("Edit").getAttribute("aria-description")).toBe(busy);
    await press("Edit");
    expect(edit).not.toHaveBeenCalled();
    change({ busy: undefined });
    await press("Edit");
    expect(edit).toHaveBeenCalledExactlyOnceWith("b");
  });

  it("is nothing while an answer is being written, and no copy where it says nothing", async () => {
    draw({ isLive: true }, "agent");
    expect(screen.queryByRole("button")).toBeNull();
    const { retry } = draw({ text: " \n" }, "agent");
    expect(screen.queryByRole("button", { name: "Copy the answer" })).toBeNull();
    await press("Try again");
    expect(retry).toHaveBeenCalledExactlyOnceWith("b");
  });

  it("says what an answer took, in short and in full", () => {
    const usage = { inputTokens: 1_200, outputTokens: 4, cachedTokens: 1_000, cost: 0.00421 };
    draw({ metadata: { usage, model: "openai/gpt-5.2" } }, "agent");
    const said = screen.getByText("1,204 tokens, $0.0042, gpt-5.2");
    expect(said.title).toBe("1,200 tokens read, 1,000 of them cached; 4 written; openai/gpt-5.2");
  });
});

describe("the versions of a message", () => {
  const metadata = { versions: ["a", "b", "c"] };

  it("are one step away, as far as there are any", async () => {
    const { show } = draw({ metadata });
    screen.getByText("2 of 3");
    await press("Earlier version");
    await press("Later version");
    expect(show.mock.calls).toEqual([["a"], ["c"]]);
    draw({ metadata: { versions: ["b", "c"] } }, "agent");
    const earlier = screen.getAllByRole("button", { name: "Earlier version" });
    expect(earlier.map((one) => one.getAttribute("aria-disabled"))).toEqual([null, "true"]);
  });

  it("are not offered where there is one", () => {
    draw({ metadata: { versions: ["b"] } });
    expect(screen.queryByRole("group", { name: "Versions" })).toBeNull();
  });

  it("say at once which one is asked for, and take no second press until it is there", async () => {
    const { show } = draw({ metadata, turningTo: "c" });
    screen.getByText("3 of 3");
    await press("Earlier version");
    expect(show).not.toHaveBeenCalled();
  });

  it("stay as they are while something is asked, and say so", async () => {
    const { show } = draw({ metadata, fixed: "Answer what it asks first" });
    expect(button("Later version").getAttribute("aria-description")).toBe("Answer what it asks first");
    await press("Later version");
    expect(show).not.toHaveBeenCalled();
  });
});
