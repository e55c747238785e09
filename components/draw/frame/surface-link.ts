import type { SurfaceEntries } from "@/components/client/surface-state";
import { stateEntry } from "@/lib/shared/chat/surfaces/sheets";
import type { Deliver, Follower } from "./state-link";

/**
 * Connects one frame to the stored state of its surface. Without a surface, as in a trial run, nothing is stored,
 * and writes last as long as the frame.
 */
export function followSurface(surface: SurfaceEntries | undefined, deliver: Deliver): Follower {
  /** By key: JSON of the value that the frame has. */
  const shown = new Map<string, string>();
  let seen = 0;
  let isClosed = false;
  const show = (key: string) => {
    const value = surface?.read(stateEntry(key)) ?? null;
    const text = JSON.stringify(value);
    if (isClosed || shown.get(key) === text) return;
    shown.set(key, text);
    deliver(key, value, seen);
  };
  const leave = surface?.subscribe(() => {
    for (const key of shown.keys()) show(key);
  });
  return {
    watch: (key) => {
      if (surface) void surface.ready().then(() => show(key));
      else show(key);
    },
    unwatch: (key) => shown.delete(key),
    set: (id, entries) => {
      seen = id;
      for (const [key, value] of entries) {
        shown.set(key, JSON.stringify(value ?? null));
        surface?.write(stateEntry(key), value);
      }
    },
    close: () => {
      isClosed = true;
      leave?.();
    },
  };
}
