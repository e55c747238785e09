import { isIP } from "node:net";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { publicOrigin } from "@/lib/ground/base/env";
import { countLoginAttempt, resetLoginAttempts } from "@/lib/platform/access/login-limit";
import { AppError } from "@/lib/shared/errors";
import { deviceName } from "@/lib/shared/sessions";
import { countUse, findPasskey, listPasskeys, type NewPasskey } from "@/lib/store/members/passkeys";
import { beginSignIn, takeSignIn } from "@/lib/store/members/sign-ins";
import { beginMemberSession } from "./begin";
import { countStart } from "./limits";

const SECONDS = 300;

type Answer = { id: string; response: Record<string, unknown> };

const site = { origin: z.string(), rpId: z.string() };
const signInChallenge = z.object({ challenge: z.string(), ...site });
const newChallenge = signInChallenge.extend({ userId: z.string(), for: z.string() });

/**
 * Returns the origin of the page that sent the request, which the guard has checked, and the host name that passkeys
 * belong to. Throws `conflict` for an IP address, which passkeys cannot belong to.
 */
export function siteOf({ headers }: Request): { origin: string; rpId: string } {
  const { origin, hostname, port, protocol } = new URL(headers.get("origin") ?? publicOrigin());
  if (isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0)
    throw new AppError(
      "conflict",
      `Passkeys need a host name. Open ${protocol}//localhost${port && `:${port}`} on this machine, or set EASEL_ORIGIN.`,
    );
  return { origin, rpId: hostname };
}

/** Returns a challenge for the passkeys of this site. The browser lists them, so no account is named. */
export async function startPasskeySignIn(request: Request) {
  const { origin, rpId } = siteOf(request);
  await countStart(request);
  const options = await generateAuthenticationOptions({
    ...{ rpID: rpId, userVerification: "required", timeout: SECONDS * 1_000 },
  });
  const id = await beginSignIn("passkey", { challenge: options.challenge, origin, rpId }, SECONDS);
  return { id, options };
}

/**
 * Signs in the member of a passkey. It counts as two factors, because the device has verified its user. Returns the
 * headers with the session.
 */
export async function signInWithPasskey(request: Request, { id, response }: Answer): Promise<Headers> {
  await countLoginAttempt(request);
  const { data: started } = signInChallenge.safeParse(await takeSignIn("passkey", id));
  if (!started) throw tooOld();
  const answer = response as unknown as AuthenticationResponseJSON;
  const passkey = typeof answer.id === "string" ? await findPasskey(answer.id) : null;
  if (!passkey) throw refused("This passkey is not known here. It may have been removed.");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    ...expectationsOf(started),
    credential: {
      ...{ id: passkey.id, counter: passkey.counter, publicKey: new Uint8Array(passkey.publicKey) },
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  const handle = answer.response?.userHandle;
  if (!verified || !authenticationInfo || handle !== handleOf(passkey.memberId)) throw refused();
  if (!(await countUse(passkey.id, authenticationInfo.newCounter))) throw refused();
  await resetLoginAttempts(request);
  return beginMemberSession(request, passkey.memberId);
}

type Person = { id: string; name: string; email: string | null };

/**
 * Returns a challenge for a new passkey of `person`. `purpose` binds it to a session or an invitation: only
 * `finishPasskey` with the same purpose accepts it.
 */
export async function startPasskey(request: Request, { id: userId, name, email }: Person, purpose: string) {
  const { origin, rpId } = siteOf(request);
  await countStart(request);
  const label = email ?? (name || "Owner");
  const options = await generateRegistrationOptions({
    ...{ rpName: "Easel", rpID: rpId, userName: label, userDisplayName: name || label },
    userID: bytesOf(userId),
    timeout: SECONDS * 1_000,
    excludeCredentials: (await listPasskeys(userId)).map((one) => ({
      id: one.id,
      transports: one.transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const started = { challenge: options.challenge, origin, rpId, userId, for: purpose };
  return { id: await beginSignIn("new passkey", started, SECONDS), options };
}

/** Verifies a new passkey. Returns the row to store. Throws `conflict` for an old challenge, `invalid` for any other error. */
export async function finishPasskey(
  request: Request,
  { id, response }: Answer,
  purpose: string,
): Promise<NewPasskey> {
  const { data: started } = newChallenge.safeParse(await takeSignIn("new passkey", id));
  if (!started || started.for !== purpose) throw tooOld();
  const answer = response as unknown as RegistrationResponseJSON;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    ...expectationsOf(started),
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo)
    throw new AppError("invalid", "The passkey could not be verified. Try again.");
  const { credential } = registrationInfo;
  return {
    ...{ id: credential.id, memberId: started.userId, counter: credential.counter },
    name: deviceName(request.headers.get("user-agent") ?? ""),
    transports: transports.parse(credential.transports),
    publicKey: credential.publicKey,
  };
}

const transports = z.array(z.string().max(20)).max(10).catch([]);

const expectationsOf = ({ challenge, origin, rpId }: z.infer<typeof signInChallenge>) => ({
  ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
  requireUserVerification: true,
});

/** The handle with which a passkey names its user: the bytes of the member's id. */
const bytesOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));
const handleOf = (userId: string) => Buffer.from(bytesOf(userId)).toString("base64url");

const tooOld = () => new AppError("conflict", "This took too long, or was done already. Try again.");
const refused = (message = "The passkey could not be verified. Try again.") =>
  new AppError("unauthorized", message);
