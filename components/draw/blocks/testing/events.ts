import { act } from "@testing-library/react";
import { vi } from "vitest";

/** The event stream of a page, on which a test tells what changed. */
class FakeEvents {
  static readonly CLOSED = 2;
  static last: FakeEvents | undefined;
  readyState = 1;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;

  constructor() {
    FakeEvents.last = this;
  }

  close(): void {
    this.readyState = FakeEvents.CLOSED;
  }
}

/** In place of the browser's, until the file ends; this tab is the one that listens. */
export function fakeEvents(): void {
  const request = (_name: string, _options: LockOptions, run: () => unknown) => run();
  vi.spyOn(navigator, "locks", "get").mockReturnValue({ request } as never);
  vi.stubGlobal("EventSource", FakeEvents);
}

/** Tells that tables of the agent's database changed. */
export const tellTables = (...tables: string[]): void =>
  act(() => FakeEvents.last?.onmessage?.({ data: JSON.stringify({ type: "database", tables }) }));
