import { act, cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterAll, afterEach, vi } from "vitest";
import { answerWith, FakeServer } from "./fake-server";

const watching = new Set<() => void>();

/** No element intersects until a test calls `scrollToEnd`. */
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
// Test files share a process: undo what earlier files have replaced.
vi.restoreAllMocks();
vi.unstubAllGlobals();
answerWith(new FakeServer().fetch);
history.replaceState(null, "", "/");
// A busy machine renders slowly, so wait longer than the default of 1 s.
configure({ asyncUtilTimeout: 10_000 });
vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);

/*
 * A timer that outlives its test file would run without a document, or with the document of the next file.
 * Libraries keep a reference to the first `setTimeout`, so it is replaced only once per process.
 */
const scope = globalThis as typeof globalThis & { leftTimers?: Set<NodeJS.Timeout> };
scope.leftTimers ??= watchTimers();
const timers = scope.leftTimers;
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
});

function watchTimers(): Set<NodeJS.Timeout> {
  const active = new Set<NodeJS.Timeout>();
  const { setTimeout: once, setInterval: again } = globalThis;
  globalThis.setTimeout = Object.assign(
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = once(() => {
        active.delete(timer);
        run(...args);
      }, ms);
      active.add(timer);
      return timer;
    },
    once,
  );
  globalThis.setInterval = Object.assign(
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = again(run, ms, ...args);
      active.add(timer);
      return timer;
    },
    again,
  );
  return active;
}

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
