import { z } from "zod";
import { uuid } from "../ids";
import { isoTime } from "../text/iso-time";
import { email, listedMember, MAX_NAME, newPassword } from "./members";
import { GIVEN_ROLES } from "./roles";

const code = z.string().trim().min(1, "Enter the code").max(50);
const title = z.string().trim().min(1, "Enter a name").max(MAX_NAME);

/** Without `email`, the password is the owner's. `code`: of the second factor, or a recovery code. */
export const login = z.strictObject({
  // Any text, so that a typing error gives the same error as an unknown address.
  email: z.string().trim().toLowerCase().min(1, "Enter your email").max(254).optional(),
  password: z.string().min(1, "Enter the password").max(1_000),
  code: code.optional(),
});
export type Login = z.infer<typeof login>;

export const needsCode = (details: unknown): boolean =>
  typeof details === "object" && details !== null && "needsCode" in details && details.needsCode === true;

export const passwordChange = z.strictObject({
  current: z.string().max(1_000).optional(),
  password: newPassword,
});
export type PasswordChange = z.infer<typeof passwordChange>;

export const twoFactorStart = z.strictObject({ password: z.string().max(1_000) });
export const twoFactorSetup = z.object({
  id: z.string(),
  /** In base32. */
  secret: z.string(),
  /** SVG of the QR code. */
  qr: z.string(),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>;
export const twoFactorConfirmation = z.strictObject({ id: uuid, code });
export const twoFactorEnd = z.strictObject({ code });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The responses of browsers have fields that differ by browser; `@simplewebauthn/server` checks them. */
const credential = z.record(z.string().max(100), z.unknown());

export const passkeyAnswer = z.strictObject({ id: uuid, response: credential });
export const passkeyStart = z.object({ id: z.string(), options: z.record(z.string(), z.unknown()) });
export const newPasskey = passkeyAnswer.extend({ name: title.optional() });
export const passkeyName = z.strictObject({ name: title });

export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: z.nullable(isoTime),
});
export type PasskeyView = z.infer<typeof passkeyView>;

const issuer = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    "Enter an address such as https://id.example.com",
  );
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, "Enter a domain such as example.com");

const providerFields = {
  title,
  issuer,
  clientId: z.string().trim().min(1, "Enter the client ID").max(500),
  clientSecret: z.string().trim().max(2_000),
  joinDomains: z.array(domain).max(50),
  joinRole: z.enum(GIVEN_ROLES).nullable(),
};
/** `id`: the one that `GET /api/sign-in/providers` proposed, because the redirect address contains it. */
export const newProvider = z.strictObject({
  ...providerFields,
  id: uuid,
  clientSecret: providerFields.clientSecret.default(""),
  joinDomains: providerFields.joinDomains.default([]),
  joinRole: providerFields.joinRole.default(null),
});
export type NewProvider = z.infer<typeof newProvider>;
export const providerChange = z.strictObject(providerFields).partial();
export type ProviderChange = z.infer<typeof providerChange>;

const providerView = z.object({
  id: z.string(),
  title: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  joinDomains: z.array(z.string()),
  joinRole: z.nullable(z.enum(GIVEN_ROLES)),
  redirectUrl: z.string(),
});
export type ProviderView = z.infer<typeof providerView>;
/** `next`: id and redirect address of the next provider. */
export const providersView = z.object({
  providers: z.array(providerView),
  next: z.object({ id: z.string(), redirectUrl: z.string() }),
});

/** A service with which visitors of the login page can sign in. */
export type SignInService = { id: string; title: string };

const accountView = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.nullable(z.string()),
  title: z.string(),
});
export type AccountView = z.infer<typeof accountView>;

export const me = z.object({
  member: listedMember,
  hasPassword: z.boolean(),
  hasTwoFactors: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(passkeyView),
  accounts: z.array(accountView),
  /** Services that can be linked. */
  services: z.array(z.object({ id: z.string(), title: z.string() })),
  /** False if no password is set: no sign-in is needed then. */
  canSignIn: z.boolean(),
});
export type Me = z.infer<typeof me>;

/** Why a sign-in by a service failed. Pages render a sentence for each, and no text of the service. */
export const PROBLEMS = [
  "denied",
  "failed",
  "unreachable",
  "expired",
  "otherBrowser",
  "unknownAccount",
  "emailTaken",
  "accountTaken",
  "invitation",
  "tooMany",
] as const;
export type Problem = (typeof PROBLEMS)[number];
export const readProblem = (value: unknown): Problem | undefined => PROBLEMS.find((one) => one === value);

const token = z.string().min(1).max(100);
export const invitationToken = token;
/** A visitor's answer to an invitation. `email` and `name` are not needed if the link renews a password. */
export const invitationAnswer = z.strictObject({
  token,
  name: z.string().trim().min(1, "Enter your name").max(MAX_NAME).optional(),
  email: email.optional(),
  password: newPassword,
});
export type InvitationAnswer = z.infer<typeof invitationAnswer>;
export const invitationPasskeyStart = z.strictObject({
  token,
  name: z.string().trim().min(1, "Enter your name").max(MAX_NAME),
  email,
});
export type InvitationPasskeyStart = z.infer<typeof invitationPasskeyStart>;
export const invitationPasskeyStarted = passkeyStart.extend({ joining: z.string() });
export const invitationPasskey = passkeyAnswer.extend({ joining: uuid });

export const accountToLink = z.strictObject({ provider: uuid });
export const accountLink = z.object({ url: z.string() });
export const linkedAccount = z.strictObject({ issuer: z.string().max(500), subject: z.string().max(255) });
