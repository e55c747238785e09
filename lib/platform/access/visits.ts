import { owned } from "@/lib/ground/base/process";
import { countRequest, loginLimitsOf } from "./login-limit";

/** A minute. Many readers may share one address; all of them together leave the server to its owner. */
const PER_ADDRESS = 3_000;
const FROM_ALL = 9_000;
const SECONDS = 60;

/** Counts one visit of somebody who needs no session, or says when the next one is taken. */
export const takeVisit = (request: Request): Promise<void> =>
  countRequest(
    request,
    owned("visits", () => loginLimitsOf(PER_ADDRESS, FROM_ALL, SECONDS)),
    "readers",
  );
