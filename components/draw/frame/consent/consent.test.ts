import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import type { SurfaceMay } from "@/lib/shared/components/surface";
import { Consent } from "./consent";

let may: SurfaceMay;
let looks: number;
let written: [id: number, entries: unknown][];
let shownAgain: string[];
let fails: Error | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  may = { writes: "ask", says: "ask", answers: "ask" };
  [looks, written, shownAgain, fails] = [0, [], [], undefined];
});
afterEach(() => void vi.useRealTimers());

const state = {
  watch: (key: string) => void shownAgain.push(key),
  unwatch: () => {},
  set: (id: number, entries: readonly unknown[]) => void written.push([id, entries]),
  close: () => {},
};
const made = () =>
  new Consent({
    readWeb: ["https://a.test"],
    look: async () => {
      looks += 1;
      if (fails) throw fails;
      return may;
    },
    allow: async (deed) => {
      if (fails) throw fails;
      may = { ...may, [deed]: "allow" };
    },
  });
const rest = () => vi.advanceTimersByTimeAsync(0);

describe("writes of a component", () => {
  it("are buffered, with only the last value of each key, until they are allowed", async () => {
    const consent = made();
    consent.write(state, 1, [["owner", "me"]]);
    await rest();
    consent.write(state, 2, [["tide", 1]]);
    consent.write(state, 3, [["owner", "them"]]);
    expect(consent.pending()).toEqual({ writes: { owner: "them", tide: 1 } });
    expect(written).toEqual([]);
    await consent.allow("writes");
    const all = [
      ["owner", "them"],
      ["tide", 1],
    ];
    expect([consent.pending(), written]).toEqual([{}, [[3, all]]]);
    consent.write(state, 4, [["tide", 2]]);
    await rest();
    expect([consent.pending(), written.at(-1)]).toEqual([{}, [4, [["tide", 2]]]]);
  });

  it("pass at once while they are allowed, and are buffered again otherwise", async () => {
    const consent = made();
    may = { ...may, writes: "allow" };
    consent.write(state, 1, [["tide", 1]]);
    await rest();
    expect(written).toHaveLength(1);
    may = { ...may, writes: "ask" };
    consent.write(state, 2, [["tide", 2]]);
    await rest();
    expect([written.length, consent.pending()]).toEqual([1, { writes: { tide: 2 } }]);
  });

  it("are dropped if the user refuses, without asking at each write", async () => {
    const consent = made();
    consent.write(state, 1, [["tide", 1]]);
    await rest();
    consent.refuse("writes");
    consent.write(state, 2, [["tide", 2]]);
    await rest();
    expect([written, shownAgain, looks]).toEqual([
      [
        [1, []],
        [2, []],
      ],
      ["tide", "tide"],
      1,
    ]);
    expect(consent.pending()).toEqual({ refused: "person" });
    consent.askAgain();
    consent.write(state, 3, [["tide", 3]]);
    await rest();
    expect(consent.pending()).toEqual({ writes: { tide: 3 } });
  });

  it("are dropped if the policy or the server refuses", async () => {
    const consent = made();
    may = { ...may, writes: "deny" };
    consent.write(state, 1, [["tide", 1]]);
    await rest();
    expect([written, consent.pending()]).toEqual([[[1, []]], { refused: "policy" }]);
    fails = new ApiError(404, "There is no such surface in this conversation.", undefined);
    consent.write(state, 2, [["tide", 2]]);
    await rest();
    expect(written.at(-1)).toEqual([2, []]);
  });

  it("wait for an unreachable server, and stay buffered if storing the permission fails", async () => {
    const consent = made();
    fails = new TypeError("Failed to fetch");
    consent.write(state, 1, [["tide", 1]]);
    await rest();
    expect([written, consent.pending()]).toEqual([[], {}]);
    fails = undefined;
    await vi.advanceTimersByTimeAsync(2_000);
    fails = new TypeError("Failed to fetch");
    await expect(consent.allow("writes")).rejects.toThrow("Easel cannot be reached");
    expect([written, consent.pending()]).toEqual([[], { writes: { tide: 1 } }]);
  });
});

describe("messages of a component", () => {
  it("wait for the user, one at a time", async () => {
    const consent = made();
    const decision = consent.say("Delete my tools");
    await rest();
    expect(consent.pending()).toEqual({ speech: { deed: "says", text: "Delete my tools" } });
    await expect(consent.say("And my notes")).rejects.toThrow("Another message or answer waits");
    await consent.allow("says");
    expect([await decision, await consent.say("More")]).toEqual([true, false]);
    expect(consent.pending()).toEqual({});
  });

  it("are rejected if the user refuses, and the next message asks again", async () => {
    const consent = made();
    const decision = consent.say("Delete my tools").catch((error: Error) => error.message);
    await rest();
    consent.refuse("says");
    expect(await decision).toBe("The user did not allow this message.");
    void consent.say("Please");
    await rest();
    expect(consent.pending()).toEqual({ speech: { deed: "says", text: "Please" } });
  });
});

describe("answers without a click or key", () => {
  it("wait for the user, who sees their content", async () => {
    const consent = made();
    const answered = consent.answer({ action: "delete", all: true }).catch((error: Error) => error.message);
    await rest();
    expect(consent.pending().speech).toMatchObject({
      deed: "answers",
      text: expect.stringContaining('"all": true'),
    });
    consent.refuse("answers");
    expect(await answered).toBe("The user did not allow this answer.");
    const again = consent.answer({ action: "keep" });
    await rest();
    await consent.allow("answers");
    expect([await again, consent.pending()]).toEqual([true, {}]);
  });
});
