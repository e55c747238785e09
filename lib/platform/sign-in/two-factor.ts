import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { z } from "zod";
import { publicOrigin } from "@/lib/ground/base/env";
import { seal, unseal } from "@/lib/ground/base/seal";
import { AppError } from "@/lib/shared/errors";
import type { Member } from "@/lib/shared/members/members";
import type { TwoFactorSetup } from "@/lib/shared/members/sign-in";
import { beginSignIn, readSignIn, takeSignIn } from "@/lib/store/members/sign-ins";
import {
  type Credentials,
  readCredentials,
  spendRecoveryCode,
  spendTimeStep,
  switchOffTwoFactors,
  switchOnTwoFactors,
} from "@/lib/store/members/two-factor";
import { countCode, resetCodes } from "./limits";

const PERIOD_S = 30;
const SETUP_S = 900;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

const setup = z.object({ memberId: z.string(), secret: z.string() });

/** Starts the setup. Nothing changes until a code confirms that the member's device has the secret. */
export async function startTwoFactors(member: Member): Promise<TwoFactorSetup> {
  const secret = new Secret({ size: 20 });
  const stored = { memberId: member.id, secret: seal(nameOf(member.id), secret.base32) };
  const id = await beginSignIn("two factors", stored, SETUP_S);
  const uri = totpOf(secret.base32, member.email ?? member.name).toString();
  return { id, secret: secret.base32, qr: renderSVG(uri, { border: 2 }) };
}

/** Switches the second factor on. Returns the recovery codes, which are not stored. */
export async function confirmTwoFactors(memberId: string, id: string, code: string): Promise<string[]> {
  const { data } = setup.safeParse(await readSignIn("two factors", id));
  const secret = data?.memberId === memberId ? unseal(nameOf(memberId), data.secret) : null;
  if (!data || secret === null) throw new AppError("conflict", "This code is too old. Start again.");
  await countCode(memberId);
  const step = stepOf(secret, code);
  if (step === null) throw wrongCode("invalid");
  await resetCodes(memberId);
  const recovery = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const isOn = await switchOnTwoFactors(memberId, {
    totp: data.secret,
    totpUsed: step,
    recoveryCodes: recovery.map(hashOf),
  });
  await takeSignIn("two factors", id);
  if (!isOn) throw new AppError("conflict", "The second factor is on already.");
  return recovery;
}

/** Switches the second factor off. Needs a code, or a recovery code. */
export async function endTwoFactors(memberId: string, code: string): Promise<void> {
  const member = await readCredentials(memberId);
  if (member?.totp == null) throw new AppError("conflict", "The second factor is off.");
  if (!(await isCode(member, code))) throw wrongCode("invalid");
  await switchOffTwoFactors(memberId);
}

/** Throws `unauthorized` with `needsCode` unless the second factor is off, or `code` is valid and was not used. */
export async function requireCode(member: Credentials, code: string | undefined): Promise<void> {
  if (member.totp === null) return;
  if (code === undefined)
    throw new AppError("unauthorized", "Enter the code of your second factor.", { details: NEEDS_CODE });
  if (!(await isCode(member, code))) throw wrongCode("unauthorized");
}

const NEEDS_CODE = { needsCode: true } as const;

const wrongCode = (code: "invalid" | "unauthorized") =>
  new AppError(code, "Wrong code, or it was used. Enter the next one.", {
    details:
      code === "unauthorized" ? NEEDS_CODE : [{ path: "code", message: "Wrong code, or it was used." }],
  });

async function isCode({ id, totp }: Credentials, code: string): Promise<boolean> {
  await countCode(id);
  const isRight = /^[\d\s]+$/.test(code)
    ? await isTimeCode(id, totp ?? "", code)
    : await spendRecoveryCode(id, hashOf(code));
  if (isRight) await resetCodes(id);
  return isRight;
}

async function isTimeCode(memberId: string, totp: string, code: string): Promise<boolean> {
  const secret = unseal(nameOf(memberId), totp);
  if (secret === null)
    throw new AppError(
      "conflict",
      "The second factor cannot be read, because the secret of this installation has changed. Run npm run password -- EMAIL --no-second-factor where Easel runs.",
    );
  const step = stepOf(secret, code);
  return step !== null && spendTimeStep(memberId, step);
}

/** Returns the time step of a code: this one, or the one before or after. Returns null for a wrong code. */
function stepOf(secret: string, code: string): number | null {
  const delta = totpOf(secret).validate({ token: code.replaceAll(/\s/g, ""), window: 1 });
  return delta === null ? null : Math.floor(Date.now() / 1_000 / PERIOD_S) + delta;
}

const totpOf = (secret: string, label = ""): TOTP =>
  new TOTP({
    ...{ issuer: `Easel (${new URL(publicOrigin()).host})`, label, secret: Secret.fromBase32(secret) },
    ...{ algorithm: "SHA1", digits: 6, period: PERIOD_S },
  });

const nameOf = (memberId: string) => `second factor ${memberId}`;

/** Returns a code such as `k3xm-9pqr-…`. It always has a letter first, so that it differs from a time code. */
function newRecoveryCode(): string {
  const signs = [...randomBytes(2 * RECOVERY_BYTES)].filter((byte) => byte < 248).slice(0, 16);
  const text = signs.map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return /^[a-z]/.test(text) && text.length === 16
    ? (text.match(/.{4}/g) ?? []).join("-")
    : newRecoveryCode();
}

/** 16 random signs of 31 cannot be guessed, so the hash needs no salt. */
const hashOf = (code: string): string =>
  createHash("sha256").update(code.toLowerCase().replaceAll(/[\s-]/g, "")).digest("hex");
