import { singleton } from "@/lib/ground/base/process";
import { countRequest, loginLimitsOf } from "./login-limit";

/** Visits per minute. Many readers may share an address; the total leaves capacity for the owner. */
const PER_ADDRESS = 3_000;
const FROM_ALL = 9_000;
const SECONDS = 60;

export const countShareVisit = (request: Request): Promise<void> =>
  countRequest(
    request,
    singleton("visits", () => loginLimitsOf(PER_ADDRESS, FROM_ALL, SECONDS)),
    "readers",
  );
