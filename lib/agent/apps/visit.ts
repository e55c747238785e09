import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/ground/base/env";
import { isHashOf } from "@/lib/ground/base/password-hash";
import { singleton } from "@/lib/ground/base/process";
import { hashOfToken } from "@/lib/ground/base/token";
import { countRequest, loginLimitsOf } from "@/lib/platform/access/login-limit";
import { requireIdentity } from "@/lib/platform/access/session";
import { whyNotShared } from "@/lib/platform/access/shares";
import { countShareVisit } from "@/lib/platform/access/visits";
import { AppError } from "@/lib/shared/errors";
import {
  type AppRow,
  countVisit,
  isExpired,
  isForMember,
  readApp,
  readVersion,
  type StoredVersion,
} from "@/lib/store/apps/apps";
import { addVisitor, changeVisitor, readVisitor, type VisitorRow } from "@/lib/store/apps/visitors";
import { linkToken } from "./publish";
import { newVisitorToken, visitorToken } from "./visitor-cookie";

export type Visit = { app: AppRow; version: StoredVersion; visitor: VisitorRow };

/** Unpublished, expired and unknown apps, and wrong links, get the same response. */
export const gone = () => new AppError("not_found", "There is nothing at this address.");

const MAX_CACHED = 100;

/** Returns a published app with its version. Throws `not_found`. */
async function readPublished(slug: string): Promise<Omit<Visit, "visitor">> {
  const app = (await whyNotShared()) === null ? await readApp(slug) : null;
  if (!app || app.version === null || isExpired(app)) throw gone();
  const cache = singleton("app versions", () => new LRUCache<string, StoredVersion>({ max: MAX_CACHED }));
  const key = `${app.id} ${app.version}`;
  const version = cache.get(key) ?? (await readVersion(app.id, app.version));
  if (!version) throw gone();
  cache.set(key, version);
  return { app, version };
}

/** Returns the visitor of a request that was let in before. Throws `not_found` for all others. */
export async function requireVisit(slug: string, request: Request): Promise<Visit> {
  await countShareVisit(request);
  return presentVisit(slug, request);
}

/** Like `requireVisit`, for a page that is open, without counting the request. */
export async function presentVisit(slug: string, request: Request): Promise<Visit> {
  const found = await readPublished(slug);
  const visitor = await visitorOf(found.app, request);
  if (!visitor?.isUnlocked) throw gone();
  return { ...found, visitor };
}

async function visitorOf(app: AppRow, request: Request): Promise<VisitorRow | null> {
  if (app.audience === "members") {
    const member = await memberFor(app, request);
    return readVisitor(app, { memberId: member.id });
  }
  const token = visitorToken(request);
  const visitor = token === null ? null : await readVisitor(app, { tokenHash: hashOfToken(token) });
  return visitor && (app.audience === "public" || visitor.link === app.link) ? visitor : null;
}

/** Returns the member who is signed in. Throws `not_found` if the app is not for them. */
async function memberFor(app: AppRow, request: Request): Promise<{ id: string; name: string }> {
  const { member } = await requireIdentity(request);
  if (!isForMember(app, member.id)) throw gone();
  return member;
}

/** A visit that begins: `token` is that of a new visitor. `isLocked`: the visitor must enter the passcode. */
export type Opening = Visit & { token: string | null; isLocked: boolean };

/** Lets a visitor in who opens the page. Throws `not_found`, or `unauthorized` if a member must sign in. */
export async function openVisit(slug: string, request: Request): Promise<Opening> {
  await countShareVisit(request);
  const found = await readPublished(slug);
  const { app } = found;
  const known = await visitorOf(app, request);
  if (known) {
    await changeVisitor(known.id, {});
    return { ...found, visitor: known, token: null, isLocked: !known.isUnlocked };
  }
  if (app.audience === "members") {
    const member = await memberFor(app, request);
    const visitor = await addVisitor(app, {
      tokenHash: null,
      memberId: member.id,
      name: member.name,
      isUnlocked: true,
    });
    return { ...found, visitor, token: null, isLocked: false };
  }
  if (app.audience === "link" && !isLink(app, new URL(request.url).searchParams.get("k"))) throw gone();
  if (!(await countVisit(app))) throw gone();
  const token = newVisitorToken();
  const isUnlocked = app.audience === "public" || app.passcode === null;
  const visitor = await addVisitor(app, {
    tokenHash: hashOfToken(token),
    memberId: null,
    name: "",
    isUnlocked,
  });
  return { ...found, visitor, token, isLocked: !isUnlocked };
}

function isLink(app: AppRow, token: string | null): boolean {
  const [wanted, given] = [linkToken(app), token ?? ""].map((text) => Buffer.from(hashOfToken(text)));
  return token !== null && wanted !== undefined && given !== undefined && timingSafeEqual(wanted, given);
}

/** Attempts at the passcode a minute, for an address and in total. */
const PASSCODES = [5, 60, 60] as const;

/** Throws `forbidden` if the passcode is wrong. */
export async function unlockVisit(slug: string, request: Request, passcode: string): Promise<void> {
  const { app } = await readPublished(slug);
  const limits = singleton("app passcodes", () => loginLimitsOf(...PASSCODES));
  await countRequest(request, limits, "attempts");
  const visitor = await visitorOf(app, request);
  if (!visitor) throw gone();
  if (app.passcode !== null && !(await isHashOf(app.passcode, passcode)))
    throw new AppError("forbidden", "This passcode is wrong.");
  await changeVisitor(visitor.id, { isUnlocked: true });
}

export const sandboxHost = (): string | null => env().EASEL_SANDBOX_HOST ?? null;
