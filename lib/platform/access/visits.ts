import { singleton } from "@/lib/ground/base/process";
import { countRequest, loginLimitsOf } from "./login-limit";

/**
 * Limits per minute. The limit per address is high, because many readers may share an address. The limit for
 * all addresses leaves capacity for the owner.
 */
const PER_ADDRESS = 3_000;
const FROM_ALL = 9_000;
const SECONDS = 60;

export const countShareVisit = (request: Request): Promise<void> =>
  countRequest(
    request,
    singleton("visits", () => loginLimitsOf(PER_ADDRESS, FROM_ALL, SECONDS)),
    "readers",
  );

/** Limits per minute of the rooms of apps. Their pages report often: 100 visitors behind one address send 1,000 a second. */
const ROOM_PER_ADDRESS = 60_000;
const ROOM_FROM_ALL = 120_000;

export const countRoomUpdate = (request: Request): Promise<void> =>
  countRequest(
    request,
    singleton("room visits", () => loginLimitsOf(ROOM_PER_ADDRESS, ROOM_FROM_ALL, SECONDS)),
    "readers",
  );
