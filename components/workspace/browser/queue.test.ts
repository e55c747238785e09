import { expect, it, vi } from "vitest";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { InputQueue } from "./queue";

const move = (x: number): BrowserEventSent => ({ type: "move", x, y: 0 });
const down: BrowserEventSent = { type: "down", x: 9, y: 0 };

function started() {
  const sent: BrowserEventSent[][] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const onTrouble = vi.fn();
  const queue = new InputQueue((events) => {
    sent.push(events);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  }, onTrouble);
  return { queue, sent, answers, onTrouble };
}

it("the input queue sends one request at a time and collects later events in order", async () => {
  const { queue, sent, answers } = started();
  queue.add(move(1));
  queue.add(down);
  await vi.waitFor(() => expect(sent).toEqual([[move(1), down]]));
  for (const event of [move(2), move(3), down, move(4)]) queue.add(event);
  expect(sent).toHaveLength(1);
  answers[0]?.resolve();
  await vi.waitFor(() => expect(sent[1]).toEqual([move(3), down, move(4)]));
});

it("the input queue merges consecutive wheel events", async () => {
  const { queue, sent } = started();
  for (const deltaY of [10, 20, -5]) queue.add({ type: "wheel", x: 1, y: 1, deltaX: 1, deltaY });
  await vi.waitFor(() => expect(sent).toEqual([[{ type: "wheel", x: 1, y: 1, deltaX: 3, deltaY: 25 }]]));
});

it("the input queue drops pending events on an error and continues afterwards", async () => {
  const { queue, sent, answers, onTrouble } = started();
  queue.add(down);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  queue.add(move(1));
  answers[0]?.reject(new Error("The agent controls it."));
  await vi.waitFor(() => expect(onTrouble).toHaveBeenCalledOnce());
  queue.add(move(2));
  await vi.waitFor(() => expect(sent[1]).toEqual([move(2)]));
});
