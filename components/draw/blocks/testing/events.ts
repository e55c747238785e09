import { act } from "@testing-library/react";
import { vi } from "vitest";

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

/**
 * Replaces the browser's event stream until the test file ends, and grants this tab the lock that one tab needs to
 * listen.
 */
export function fakeEvents(): void {
  const request = (_name: string, _options: LockOptions, run: () => unknown) => run();
  vi.spyOn(navigator, "locks", "get").mockReturnValue({ request } as never);
  vi.stubGlobal("EventSource", FakeEvents);
}

export const tellTables = (...tables: string[]): void =>
  act(() => FakeEvents.last?.onmessage?.({ data: JSON.stringify({ type: "database", tables }) }));
