import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import { aSurface } from "@/components/client/testing/samples";
import * as frames from "@/components/draw/frame/later";
import { type Desk, DeskContext, EMPTY_DESK } from "@/components/workspace/chat/desk";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { ComponentBody } from "./component-body";

let frame: ComponentProps<typeof frames.ComponentFrame>;
const drawFrame = vi.spyOn(frames, "ComponentFrame");
const onAnswer = vi.fn<(output: unknown) => Promise<void>>();
const say = vi.fn();
const setFailed = vi.fn();

const SURFACE = aSurface({
  ...{ kind: "component", title: "Order", input: { code: "…" } },
  component: { bundle: "b", name: "order", version: 2 },
});

function draw(surface: Partial<Surface> = {}, desk: Partial<Desk> = {}) {
  const shown = { ...SURFACE, ...surface };
  drawPage(
    <DeskContext value={{ ...EMPTY_DESK, conversationId: "c", say, setFailed, ...desk }}>
      <ComponentBody surface={shown} sheet={undefined} onAnswer={onAnswer} />
    </DeskContext>,
  );
  return shown;
}
/** Performs an action of the component. `outcome` returns "waits", "done" or the message of the error. */
async function perform(action: string, payload?: unknown): Promise<{ outcome: () => string }> {
  let outcome = "waits";
  await act(async () => {
    Promise.resolve(frame.onAction?.(action, payload)).then(
      () => (outcome = "done"),
      (error: Error) => (outcome = error.message),
    );
  });
  return { outcome: () => outcome };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const offered = () => screen.queryByRole("status")?.textContent;

beforeEach(() => {
  for (const mock of [onAnswer, say, setFailed]) mock.mockReset();
  onAnswer.mockResolvedValue();
  drawFrame.mockReset().mockImplementation((props) => {
    frame = props;
    return <p>The component</p>;
  });
});

describe("action of a component without an open ask", () => {
  it("is offered to the user, and sent as a message only if the user agrees", async () => {
    draw();
    const { outcome } = await perform("order", { loaves: 2 });
    expect(offered()).toContain("The agent continued without it. Send “order” as a message?");
    expect([onAnswer.mock.calls.length, outcome()]).toEqual([0, "waits"]);
    press("Send as a message");
    await waitFor(() => expect(outcome()).toBe("done"));
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ loaves: 2, action: "order" });
    expect(offered()).toBeUndefined();
  });

  it("is rejected if the user declines", async () => {
    draw({ state: "answered", answer: { action: "order" } });
    const { outcome } = await perform("order");
    expect(offered()).toContain("Already answered.");
    press("Not now");
    await waitFor(() => expect(outcome()).toBe("The user did not send it."));
    expect([onAnswer.mock.calls.length, offered()]).toEqual([0, undefined]);
  });

  it("is rejected when the component performs another action, which is offered instead", async () => {
    draw({ input: { code: "…", wait: false } });
    const first = await perform("order");
    const second = await perform("cancel");
    expect(first.outcome()).toBe("The user did not send it.");
    expect(offered()).toContain("The agent is not waiting for this. Send “cancel” as a message?");
    press("Send as a message");
    await waitFor(() => expect(second.outcome()).toBe("done"));
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ action: "cancel" });
  });

  it("shows the error when sending fails, until the next action", async () => {
    draw();
    onAnswer.mockRejectedValueOnce(new Error("Easel cannot be reached. Try again."));
    const { outcome } = await perform("order");
    press("Send as a message");
    await screen.findByText("Easel cannot be reached. Try again.");
    expect(outcome()).toBe("Easel cannot be reached. Try again.");
    await perform("order");
    expect(screen.queryByText("Easel cannot be reached. Try again.")).toBeNull();
  });
});

describe("component", () => {
  it("answers its open ask at once", async () => {
    draw({ state: "waiting", isAsked: true });
    const { outcome } = await perform("order");
    expect([onAnswer.mock.calls, outcome(), offered()]).toEqual([[[{ action: "order" }]], "done", undefined]);
  });

  it("cannot act outside a conversation", () => {
    draw({}, { conversationId: "" });
    expect(frame.onAction).toBeUndefined();
  });

  it("records render errors until it renders, but no errors during use", () => {
    const surface = draw();
    const error = { message: "x is undefined" };
    act(() => frame.onError?.({ ...error, phase: "event" } as never));
    expect(setFailed).not.toHaveBeenCalled();
    act(() => frame.onError?.({ ...error, phase: "draw" } as never));
    act(() => frame.onDrawn?.());
    expect(setFailed.mock.calls).toEqual([
      [surface, true],
      [surface, false],
    ]);
  });

  it("asks the agent to fix an error with its position", () => {
    draw();
    act(() => frame.onFix?.({ phase: "draw", message: "x is undefined", line: 3 } as never));
    const [[text, from] = []] = say.mock.calls;
    expect(text).toContain("x is undefined");
    expect(from).toEqual({ title: "Order", surface: "m/1", failure: "failed to render (line 3)" });
  });
});
