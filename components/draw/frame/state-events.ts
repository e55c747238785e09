import * as z from "zod/mini";
import { ofAgent } from "@/components/client/request";

const AGAIN_MS = 5_000;
const event = z.object({ key: z.string(), value: z.unknown() });

/**
 * Hears of every change of the agent's state, and of each time that some may have gone unheard. A browser opens few
 * connections to one server, so a tab that nobody looks at holds none.
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
