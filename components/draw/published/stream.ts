import type { Change, listen } from "@/components/client/events";
import type { Boot } from "@/lib/shared/apps/visit";

type Ends = { onGone(): void; onVersion(): void; onLost(isLost: boolean): void };

/** Follows changes of the app: of the tables that visitors read, and the end of the app. */
export function followApp(boot: Boot, { onGone, onVersion, onLost }: Ends): typeof listen {
  const hearers = new Set<(change: Change) => void>();
  const tell = (change: Change) => {
    for (const hear of hearers) hear(change);
  };
  const source = new EventSource(`/p/${boot.slug}/stream?version=${boot.version}`);
  let wasLost = false;
  source.onopen = () => {
    if (wasLost) tell(null);
    wasLost = false;
    onLost(false);
  };
  source.onerror = () => {
    wasLost = true;
    onLost(true);
    // The server has answered with an error, so the browser does not connect again.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5_000);
  };
  source.onmessage = ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as { type: string; tables?: string[] };
    if (event.type === "gone") {
      source.close();
      onGone();
    } else if (event.type === "version") onVersion();
    else if (event.type === "database") tell(`database ${JSON.stringify(event.tables ?? [])}`);
  };
  return (hear) => {
    hearers.add(hear);
    return () => hearers.delete(hear);
  };
}
