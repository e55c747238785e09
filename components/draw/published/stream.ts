import type { Change, listen } from "@/components/client/events";
import type { RoomServer } from "@/components/draw/frame/room-link";
import type { Boot } from "@/lib/shared/apps/visit";
import type { RoomEvent } from "@/lib/shared/rooms/room";

type Event = { type: "gone" | "version" | "comments" } | { type: "database"; tables: string[] };
type Followed = { hear: typeof listen; hearRoom: RoomServer["hear"] };
type Ends = { onComments(): void; onGone(): void; onVersion(): void; onLost(isLost: boolean): void };

/** Follows changes of the app: of the tables that visitors read, and the end of the app. */
export function followApp(boot: Boot, { onComments, onGone, onVersion, onLost }: Ends): Followed {
  const hearers = new Set<(change: Change) => void>();
  const rooms = new Set<(event: RoomEvent | null) => void>();
  const tell = (change: Change) => {
    for (const hear of hearers) hear(change);
    if (change === null) for (const hear of rooms) hear(null);
  };
  const source = new EventSource(`/p/${boot.slug}/stream?version=${boot.version}`);
  let wasLost = false;
  source.onopen = () => {
    if (wasLost) {
      tell(null);
      onComments();
    }
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
    const event = JSON.parse(data) as Event | RoomEvent;
    if (event.type === "gone") {
      source.close();
      onGone();
    } else if (event.type === "version") onVersion();
    else if (event.type === "comments") onComments();
    else if (event.type === "database") tell(`database ${JSON.stringify(event.tables)}`);
    else if (event.type === "room") for (const hear of rooms) hear(event);
  };
  return { hear: (hear) => joined(hearers, hear), hearRoom: (hear) => joined(rooms, hear) };
}

function joined<T>(all: Set<T>, one: T): () => void {
  all.add(one);
  return () => void all.delete(one);
}
