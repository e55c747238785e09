import { act, cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterAll, afterEach, vi } from "vitest";
import { answerWith, FakeServer } from "./fake-server";

const watching = new Set<() => void>();

/** Nothing is in sight until a test scrolls. */
class FakeIntersectionObserver {
  readonly #seen: () => void;

  constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
    this.#seen = () => onChange([{ isIntersecting: true }]);
  }

  observe(): void {
    watching.add(this.#seen);
  }

  unobserve(): void {
    this.disconnect();
  }

  disconnect(): void {
    watching.delete(this.#seen);
  }
}
// Files share a process: what an earlier one has replaced and not put back is not this one's.
vi.restoreAllMocks();
vi.unstubAllGlobals();
answerWith(new FakeServer().fetch);
history.replaceState(null, "", "/");
// A machine that does much else draws late.
configure({ asyncUtilTimeout: 10_000 });
vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);

/*
 * A timer that a file leaves would come when there is no document any more, or in that of the next file. Libraries keep the
 * function that they found first, so it is replaced once a process.
 */
const scope = globalThis as typeof globalThis & { leftTimers?: Set<NodeJS.Timeout> };
scope.leftTimers ??= watchTimers();
const timers = scope.leftTimers;
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
});

function watchTimers(): Set<NodeJS.Timeout> {
  const begun = new Set<NodeJS.Timeout>();
  const { setTimeout: once, setInterval: again } = globalThis;
  globalThis.setTimeout = Object.assign(
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = once(() => {
        begun.delete(timer);
        run(...args);
      }, ms);
      begun.add(timer);
      return timer;
    },
    once,
  );
  globalThis.setInterval = Object.assign(
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = again(run, ms, ...args);
      begun.add(timer);
      return timer;
    },
    again,
  );
  return begun;
}

/** Whatever waits for the end of a list sees it. */
export const scrollToEnd = (): void =>
  act(() => {
    for (const seen of [...watching]) seen();
  });

afterEach(() => {
  cleanup();
  toast.dismiss();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});
