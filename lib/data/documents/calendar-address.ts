import { createHash, randomUUID } from "node:crypto";
import { publicOrigin } from "@/lib/ground/base/env";
import { CALENDAR, hashOfToken, tokenOf } from "@/lib/ground/base/token";
import type { CalendarAddress } from "@/lib/shared/calendar";
import { AppError } from "@/lib/shared/errors";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import * as store from "@/lib/store/data/calendar-addresses";
import { readCollection } from "@/lib/store/data/documents";
import packageJson from "@/package.json" with { type: "json" };
import { SCHEDULE } from "./calendar";
import { calendarPieces } from "./export";
import type { StoredDocument } from "./values";

const ENDING = ".ics";

export async function readAgentCalendarAddress(agentId: string): Promise<CalendarAddress | null> {
  const found = await store.readCalendarAddress(agentId);
  return found && isCurrent(found) ? toView(found) : null;
}

/** Creates an unguessable address, or returns the current one. */
export async function makeAgentCalendarAddress(agentId: string): Promise<CalendarAddress> {
  const old = await store.readCalendarAddress(agentId);
  if (!old || !isCurrent(old)) {
    const id = randomUUID();
    const tokenHash = hashOfToken(tokenOf(CALENDAR, id));
    await store.putCalendarAddress({ agentId, id, tokenHash }, old?.tokenHash ?? null);
  }
  const made = await store.readCalendarAddress(agentId);
  if (!made) throw new AppError("conflict", "The address was revoked at the same time. Create a new one.");
  return toView(made);
}

export const revokeAgentCalendarAddress = store.removeCalendarAddress;

/**
 * Returns the calendar as iCalendar, and an ETag that changes whenever the calendar does. `name` is the last
 * part of the calendar's URL.
 */
export async function subscribedCalendar(name: string) {
  const token = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : name;
  const found = await store.findCalendarAddress(hashOfToken(token));
  // An unknown and a revoked address get the same response after the same work, so that a caller cannot tell
  // them apart.
  if (!found || !isCurrent(found))
    throw new AppError("not_found", "There is no calendar at this address, or it was revoked.");
  const { agentId } = found;
  // Read the version before the events. If an event is written in between, the ETag is too old and the client
  // fetches again; it never keeps an old calendar under a new ETag.
  const [{ version }, settings] = await Promise.all([
    readCollection({ agentId, collection: SCHEDULE }),
    readSettings(agentId),
  ]);
  const timeZone = timeZoneOf(settings);
  const state = JSON.stringify([found.id, version, timeZone, packageJson.version]);
  const etag = `W/"${createHash("sha256").update(state).digest("base64url").slice(0, 22)}"`;
  return { etag, pieces: () => calendarPieces(agentId, timeZone, isOwn) };
}

/** Events of other servers are not passed on: their servers decide who may read them. */
const isOwn = ({ calendar }: StoredDocument): boolean => calendar == null;

/**
 * Returns false if EASEL_SECRET has changed since the address was created, because all tokens depend on it.
 */
const isCurrent = ({ id, tokenHash }: store.CalendarAddress) =>
  hashOfToken(tokenOf(CALENDAR, id)) === tokenHash;

const toView = ({ id, createdAt }: store.CalendarAddress): CalendarAddress => ({
  url: `${publicOrigin()}/calendar/${tokenOf(CALENDAR, id)}${ENDING}`,
  createdAt: new Date(createdAt).toISOString(),
});
