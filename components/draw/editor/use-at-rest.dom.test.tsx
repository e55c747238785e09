import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import { useAtRest } from "./use-at-rest";

type Find = (text: string, signal: AbortSignal) => Promise<{ says: string } | undefined>;

function Writing({ text, find }: { text: string | undefined; find: Find }) {
  const found = useAtRest(text, (signal) => find(text ?? "", signal));
  return <p role="status">{found?.says ?? "nothing"}</p>;
}
const shown = () => screen.getByRole("status").textContent;
const rest = (ms = 600) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("useAtRest", () => {
  it("calls find once the user pauses", async () => {
    const find = vi.fn<Find>(async (text) => ({ says: `read ${text}` }));
    const { rerender } = drawPage(<Writing text={undefined} find={find} />);
    for (const text of ["a", "ab", "abc"]) {
      rerender(<Writing text={text} find={find} />);
      await rest(200);
    }
    expect(find).not.toHaveBeenCalled();
    await rest();
    expect(find.mock.calls.map(([text]) => text)).toEqual(["abc"]);
    expect(shown()).toBe("read abc");
  });

  it("drops the result when the key changes, and ignores the old response", async () => {
    const answers = new Map<string, (found: { says: string }) => void>();
    const find: Find = (text) => new Promise((resolve) => answers.set(text, resolve));
    const { rerender } = drawPage(<Writing text={undefined} find={find} />);
    rerender(<Writing text="a" find={find} />);
    await rest();
    rerender(<Writing text="ab" find={find} />);
    await rest();
    answers.get("a")?.({ says: "late" });
    await rest(0);
    expect(shown()).toBe("nothing");
    answers.get("ab")?.({ says: "right" });
    await rest(0);
    expect(shown()).toBe("right");
    rerender(<Writing text="abc" find={find} />);
    expect(shown()).toBe("nothing");
  });

  it("returns undefined if find fails, and without a key", async () => {
    const find = vi.fn<Find>(() => Promise.reject(new TypeError("Failed to fetch")));
    const { rerender } = drawPage(<Writing text={undefined} find={find} />);
    await rest();
    expect(find).not.toHaveBeenCalled();
    rerender(<Writing text="a" find={find} />);
    await rest();
    expect([find.mock.calls.length, shown()]).toEqual([1, "nothing"]);
  });
});
