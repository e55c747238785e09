import { expect, it } from "vitest";
import { choiceQueue } from "./choice-queue";

function stage() {
  const push = choiceQueue<string>();
  const sent: string[] = [];
  const refused: string[] = [];
  const choose = (to: string, outcome: Promise<void> = Promise.resolve()) =>
    push({
      to,
      from: "a",
      send: () => {
        sent.push(to);
        return outcome;
      },
      onRefused: (stored) => refused.push(stored),
    });
  return { choose, sent, refused };
}

const refusal = () => {
  const outcome = Promise.reject(new Error("no"));
  outcome.catch(() => {});
  return outcome;
};

it("a refusal reports the previous value, to be restored", async () => {
  const { choose, refused } = stage();
  await choose("b", refusal());
  expect(refused).toEqual(["a"]);
});

it("a choice is sent after the previous one has been answered", async () => {
  const { choose, sent } = stage();
  const first = Promise.withResolvers<void>();
  const choosing = choose("b", first.promise);
  const done = choose("c");
  await Promise.resolve();
  expect(sent).toEqual(["b"]);
  first.resolve();
  await choosing;
  await done;
  expect(sent).toEqual(["b", "c"]);
});

it("only the refusal of the last choice is reported, with the last accepted value", async () => {
  const { choose, refused } = stage();
  void choose("b");
  void choose("c", refusal());
  await choose("d", refusal());
  expect(refused).toEqual(["b"]);
});
