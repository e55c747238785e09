import type { RoomServer } from "@/components/draw/frame/room-link";
import type { ChangedData, HearData } from "@/components/draw/live-queries/live-queries";
import type { Boot } from "@/lib/shared/apps/visit";
import type { RoomEvent } from "@/lib/shared/rooms/room";
import { forgetVisitor, visitorHeader } from "./visitor-token";

type Event = { type: "gone" | "version" | "comments" } | { type: "database"; tables: string[] };
type Followed = { hear: HearData; hearRoom: RoomServer["hear"] };
type Ends = { onComments(): void; onGone(): void; onVersion(): void; onLost(isLost: boolean): void };

const RETRY_MS = 2_000;

/** Follows changes of the app: of the tables that visitors read, and the end of the app. */
export function followApp(boot: Boot, { onComments, onGone, onVersion, onLost }: Ends): Followed {
  const hearers = new Set<(change: ChangedData) => void>();
  const rooms = new Set<(event: RoomEvent | null) => void>();
  const tell = (change: ChangedData) => {
    for (const hear of hearers) hear(change);
    if (change === null) for (const hear of rooms) hear(null);
  };
  let isGone = false;
  let wasLost = false;
  const onOpen = () => {
    if (wasLost) {
      tell(null);
      onComments();
    }
    wasLost = false;
    onLost(false);
  };
  const onData = (data: string) => {
    const event = JSON.parse(data) as Event | RoomEvent;
    if (event.type === "gone") {
      isGone = true;
      onGone();
    } else if (event.type === "version") onVersion();
    else if (event.type === "comments") onComments();
    else if (event.type === "database") tell({ tables: event.tables });
    else if (event.type === "room") for (const hear of rooms) hear(event);
  };
  void retry(
    async () => {
      const address = `/p/${boot.slug}/stream?version=${boot.version}`;
      const status = await readEvents(address, visitorHeader(boot), { onOpen, onData });
      // The server has forgotten this visit. The reloaded page explains it.
      if (!isGone && status === 404) {
        forgetVisitor(boot.slug);
        location.reload();
        return true;
      }
      return isGone;
    },
    () => {
      wasLost = true;
      onLost(true);
    },
  );
  return { hear: (hear) => joined(hearers, hear), hearRoom: (hear) => joined(rooms, hear) };
}

function joined<T>(all: Set<T>, one: T): () => void {
  all.add(one);
  return () => void all.delete(one);
}

/** Calls `attempt` until it returns true; after each other result and each failure, calls `onLost` and waits. */
export async function retry(attempt: () => Promise<boolean>, onLost = () => {}): Promise<void> {
  while (!(await attempt().catch(() => false))) {
    onLost();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

type Hear = { onOpen(): void; onData(data: string): void };

/** Reads a stream to its end. `EventSource` could not send headers. Returns the status. */
export async function readEvents(
  address: string,
  headers: Record<string, string>,
  { onOpen, onData }: Hear,
): Promise<number> {
  const { ok, status, body } = await fetch(address, { headers });
  if (!ok || !body) return status;
  onOpen();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return status;
    const events = (text + value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) if (event.startsWith("data: ")) onData(event.slice("data: ".length));
  }
}
