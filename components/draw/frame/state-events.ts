import * as z from "zod/mini";
import { ofAgent } from "@/components/client/request";

const AGAIN_MS = 5_000;
const event = z.object({ key: z.string(), value: z.unknown() });

/**
 * Calls `onChange` for each change of the agent's state, and `onGap` whenever changes may have been missed.
 * Browsers limit the connections to a server, so a hidden tab holds none. Returns a function that stops it.
 */
export function openStateEvents(
  onChange: (key: string, value: unknown) => void,
  onGap: () => void,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource(ofAgent("/api/state/events"));
    source = opened;
    opened.onopen = onGap;
    opened.onmessage = ({ data }) => {
      const change = event.safeParse(parse(data)).data;
      if (change) onChange(change.key, change.value);
    };
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
    };
  };
  const follow = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
