import { hasPassword } from "@/lib/platform/access/password";
import type { Identity } from "@/lib/platform/access/session";
import { AppError } from "@/lib/shared/errors";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { AccountView, Me } from "@/lib/shared/members/sign-in";
import { listAccounts, unlinkAccount } from "@/lib/store/members/identities";
import { listOidcProviders } from "@/lib/store/members/oidc-providers";
import { addPasskey, listPasskeys, removePasskey } from "@/lib/store/members/passkeys";
import { readMember } from "@/lib/store/members/roster";
import { readCredentials } from "@/lib/store/members/two-factor";
import { problemOf, startLink } from "./oidc";
import { finishPasskey, startPasskey } from "./passkeys";
import { confirmMember } from "./password";
import { startTwoFactors } from "./two-factor";

/** Returns the password, the factors and the accounts of a member, without secrets. */
export async function readMe({ session, member: now }: Identity): Promise<Me> {
  const [member, credentials, passkeys, accounts, providers] = await Promise.all([
    readMember(now.id),
    readCredentials(now.id),
    listPasskeys(now.id),
    listAccounts(now.id),
    listOidcProviders(),
  ]);
  return {
    member: member ?? now,
    hasPassword: await hasOwnPassword(now.id),
    hasTwoFactors: credentials?.totp != null,
    recoveryCodesLeft: credentials?.recoveryCodes.length ?? 0,
    passkeys: passkeys.map(({ transports: _, ...passkey }) => passkey),
    accounts: accounts.map(
      (account): AccountView => ({
        ...account,
        title: providers.find(({ issuer }) => isSame(issuer, account.issuer))?.title ?? account.issuer,
      }),
    ),
    services: providers.map(({ id, title }) => ({ id, title })),
    canSignIn: session !== null,
  };
}

const isSame = (a: string, b: string) => a.replace(/\/$/, "") === b.replace(/\/$/, "");

const hasOwnPassword = async (memberId: string): Promise<boolean> =>
  memberId === OWNER_ID ? hasPassword() : (await readCredentials(memberId))?.passwordHash != null;

/** Returns the session. Throws `conflict` if no password is set, when no sign-in is needed. */
export function sessionOf({ session }: Identity): string {
  if (session !== null) return session;
  throw new AppError(
    "conflict",
    "No password is set, so no sign-in is needed. Set one in Settings → General.",
  );
}

const purposeOf = (identity: Identity) => `session ${sessionOf(identity)}`;

export const startOwnPasskey = async (request: Request, identity: Identity) =>
  startPasskey(request, identity.member, purposeOf(identity));

/** Stores a new passkey of the member. Only the session that started it can finish. Returns its id. */
export async function addOwnPasskey(
  request: Request,
  identity: Identity,
  { name, ...answer }: Parameters<typeof finishPasskey>[1] & { name?: string },
): Promise<string> {
  const passkey = await finishPasskey(request, answer, purposeOf(identity));
  if (
    passkey.memberId !== identity.member.id ||
    !(await addPasskey({ ...passkey, name: name ?? passkey.name }))
  )
    throw new AppError("conflict", "This passkey exists already.");
  return passkey.id;
}

export async function removeOwnPasskey(memberId: string, id: string): Promise<void> {
  await assertOtherWay(memberId);
  if (!(await removePasskey(memberId, id))) throw new AppError("not_found", "There is no such passkey.");
}

export async function unlinkOwnAccount(memberId: string, issuer: string, subject: string): Promise<void> {
  await assertOtherWay(memberId);
  if (!(await unlinkAccount(memberId, issuer, subject)))
    throw new AppError("not_found", "This account is not linked.");
}

/** Throws `conflict` if the member could not sign in any more without one passkey or account. */
async function assertOtherWay(memberId: string): Promise<void> {
  if (await hasOwnPassword(memberId)) return;
  const [passkeys, accounts] = await Promise.all([listPasskeys(memberId), listAccounts(memberId)]);
  if (passkeys.length + accounts.length < 2)
    throw new AppError("conflict", "You could not sign in without this. Set a password first.");
}

/** Starts the setup of the second factor, which needs the password. */
export async function startOwnTwoFactors(request: Request, identity: Identity, password: string) {
  sessionOf(identity);
  const { member } = identity;
  if (!(await hasOwnPassword(member.id)))
    throw new AppError("conflict", "The second factor is asked for with a password. Set one first.");
  await confirmMember(request, member.id, password);
  if ((await readCredentials(member.id))?.totp != null)
    throw new AppError("conflict", "The second factor is on already.");
  return startTwoFactors(member);
}

const PROBLEMS = {
  unreachable: "The service cannot be reached. Try again later.",
  tooMany: "Too many started sign-ins. Try again in a minute.",
} as const;

/** Returns the address of a provider with which the member links an account, and the cookie of the browser. */
export async function linkOwnAccount(request: Request, identity: Identity, provider: string) {
  const link = { memberId: identity.member.id, session: sessionOf(identity) };
  return startLink(request, provider, link).catch((error: unknown) => {
    const problem = problemOf(error);
    if (problem === null) throw error;
    const message =
      problem in PROBLEMS ? PROBLEMS[problem as keyof typeof PROBLEMS] : "There is no such service.";
    throw new AppError(problem === "tooMany" ? "too_many_requests" : "unavailable", message, {
      cause: error,
    });
  });
}
