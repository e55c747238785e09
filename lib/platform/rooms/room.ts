import type { Peer, RoomEntry, RoomEvent } from "@/lib/shared/rooms/room";
import type { RoomChange } from "@/lib/shared/rooms/update";

/** Time for which a removed key is remembered, so that a late write of another server does not bring it back. */
const TOMBSTONE_MS = 60_000;

type Present = { peer: Peer; owner: string; seenAt: number };
type Value = { value: unknown; at: number };

/** A room as this server knows it. All servers get the same changes and, by their times, the same result. */
export class Room {
  readonly peers = new Map<string, Present>();
  readonly values = new Map<string, Value>();
  /** When this server asked the others for the content. */
  askedAt = Number.NEGATIVE_INFINITY;
  emptySince = performance.now();
  readonly #name: string;
  readonly #changed = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #keys = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  /** Applies a change. Returns false for the sign of life of a peer that this server does not know. */
  apply(change: Exclude<RoomChange, { kind: "ask" }>): boolean {
    if (change.kind === "set") this.#set(change.entry);
    else if (change.kind === "gone") this.#remove(change.connectionId);
    else if (change.kind === "beat") return this.#beat(change.connectionId);
    else this.#put(change.peer, change.owner);
    return true;
  }

  /** Removes peers that have not been heard of since `deadline`. */
  expire(deadline: number): void {
    for (const [id, { seenAt }] of this.peers) if (seenAt < deadline) this.#remove(id);
    const stale = Date.now() - TOMBSTONE_MS;
    for (const [key, { value, at }] of this.values) if (value === null && at < stale) this.values.delete(key);
  }

  get owners(): Set<string> {
    return new Set([...this.peers.values()].map(({ owner }) => owner));
  }

  entries(): RoomEntry[] {
    return [...this.values].map(([key, { value, at }]) => [key, value, at]);
  }

  whole(): RoomEvent {
    const peers = [...this.peers.values()].map(({ peer }) => peer);
    return { type: "room", room: this.#name, peers, gone: [], state: this.entries(), isWhole: true };
  }

  /** Returns the changes since the last call; or null without changes. */
  takeChanges(): RoomEvent | null {
    if (this.#changed.size + this.#gone.size + this.#keys.size === 0) return null;
    const peers = [...this.#changed].flatMap((id) => this.peers.get(id)?.peer ?? []);
    const state = [...this.#keys].flatMap((key): RoomEntry[] => {
      const found = this.values.get(key);
      return found ? [[key, found.value, found.at]] : [];
    });
    const event: RoomEvent = { type: "room", room: this.#name, peers, gone: [...this.#gone], state };
    for (const all of [this.#changed, this.#gone, this.#keys]) all.clear();
    return event;
  }

  #set([key, value, at]: RoomEntry): void {
    const before = this.values.get(key);
    if (before && !isLater({ value, at }, before)) return;
    this.values.set(key, { value: value ?? null, at });
    this.#keys.add(key);
  }

  #put(peer: Peer, owner: string): void {
    const { connectionId } = peer;
    const before = this.peers.get(connectionId);
    const isStale = before !== undefined && before.peer.at > peer.at;
    this.peers.set(connectionId, { peer: isStale ? before.peer : peer, owner, seenAt: performance.now() });
    if (isStale) return;
    this.#gone.delete(connectionId);
    this.#changed.add(connectionId);
  }

  #beat(connectionId: string): boolean {
    const known = this.peers.get(connectionId);
    if (known) known.seenAt = performance.now();
    return known !== undefined;
  }

  #remove(connectionId: string): void {
    if (!this.peers.delete(connectionId)) return;
    this.#changed.delete(connectionId);
    this.#gone.add(connectionId);
    if (this.peers.size === 0) this.emptySince = performance.now();
  }
}

/** Two servers can write a key in the same millisecond; the order of their values then decides, the same everywhere. */
const isLater = (next: Value, before: Value): boolean =>
  next.at > before.at ||
  (next.at === before.at && (JSON.stringify(next.value) ?? "") > (JSON.stringify(before.value) ?? ""));
