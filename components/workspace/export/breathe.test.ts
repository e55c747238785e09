import { expect, it } from "vitest";
import { breather } from "./breathe";
import { conversation, user, written } from "./testing";

it("the breather yields after the maximum time and not before", async () => {
  const breathe = breather(new AbortController().signal);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await breathe();
  expect(turns).toBe(0);
  for (let round = 0; turns === 0 && round < 100; round++) {
    const busy = performance.now() + 12;
    while (performance.now() < busy);
    await breathe();
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

it("a document ends early when the user cancels", async () => {
  const abort = new AbortController();
  const messages = Array.from({ length: 50 }, (_, index) => user(`Message ${index}`, `u${index}`));
  const stopAt = (done: number) => done === 20 && abort.abort();
  const writing = written(conversation(messages), { breathe: breather(abort.signal), onProgress: stopAt });
  await expect(writing).rejects.toMatchObject({ name: "AbortError" });
});
