import { fireEvent, render, screen } from "@testing-library/react";
import type { UIMessage } from "ai";
import { expect, it, vi } from "vitest";
import { END_TOUR, STOPS, TOUR } from "@/lib/shared/demo-tour";
import { type ConversationState, initialState } from "./client/state";
import { DemoNext } from "./demo-next";

const onSend = vi.fn();
const said = (...texts: string[]): UIMessage[] =>
  texts.flatMap((text, at): UIMessage[] => [
    { id: `q${at}`, role: "user", parts: [{ type: "text", text }] },
    { id: `a${at}`, role: "assistant", parts: [{ type: "text", text: "Played." }] },
  ]);
function draw(texts: string[], rest: Partial<ConversationState> = {}, asks: unknown[] = []) {
  const state = initialState("c", null);
  const snapshot = { ...state.snapshot, messages: said(...texts), asks } as ConversationState["snapshot"];
  render(<DemoNext state={{ ...state, snapshot, ...rest }} onSend={onSend} />);
  return screen.queryAllByRole("button").map(({ textContent }) => textContent);
}

it("DemoNext offers the scenes that were not played, and sends the pressed one as a message", () => {
  expect(draw([TOUR, STOPS[0]])).toEqual([STOPS[1], STOPS[2], STOPS[3], END_TOUR]);
  fireEvent.click(screen.getByRole("button", { name: STOPS[1] }));
  expect(onSend).toHaveBeenCalledWith(STOPS[1]);
});

it.each([
  ["the demo is playing", [TOUR], { running: true }, []],
  ["a form waits for the user", [TOUR], {}, [{ messageId: "a0", toolCallId: "1", awaits: true }]],
  ["the tour has ended", [TOUR, END_TOUR], {}, []],
  ["the conversation was deleted", [TOUR], { deleted: true }, []],
])("DemoNext offers nothing while %s", (_, texts, rest, asks) => {
  expect(draw(texts, rest, asks)).toEqual([]);
});

it("DemoNext goes on beside a table that waits for no answer", () => {
  expect(draw([TOUR], {}, [{ messageId: "a0", toolCallId: "1", awaits: false }])).toHaveLength(4);
});
