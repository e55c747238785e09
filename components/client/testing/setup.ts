import { act, cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, vi } from "vitest";
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
// A machine that does much else draws late.
configure({ asyncUtilTimeout: 10_000 });
vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);

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
