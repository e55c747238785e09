import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { t } from "@/lib/shared/i18n/en/signIn";
import { invitationPasskeyStarted, passkeyStart } from "@/lib/shared/members/sign-in";
import { failed, type Outcome, send } from "./send";

export async function signInWithPasskey(): Promise<Outcome> {
  const started = await send("POST", "/api/sign-in/passkeys/options", {});
  if ("problem" in started) return started;
  const { id, options } = passkeyStart.parse(started.body);
  const response = await ask((browser) =>
    browser.startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    }),
  );
  if (response === null) return failed(t("passkeyNotUsed"));
  return send("POST", "/api/sign-in/passkeys/verify", { id, response });
}

export async function joinWithPasskey(person: {
  token: string;
  name: string;
  email: string;
}): Promise<Outcome> {
  const path = "/api/sign-in/invitation/passkey";
  const started = await send("POST", path, person);
  if ("problem" in started) return started;
  const { id, joining, options } = invitationPasskeyStarted.parse(started.body);
  const response = await ask((browser) =>
    browser.startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  );
  if (response === null) return failed(t("passkeyNotAdded"));
  return send("PUT", path, { id, joining, response });
}

type Browser = typeof import("@simplewebauthn/browser");

/** Returns null if the user cancels, or has no passkey here. */
async function ask(
  work: (browser: Browser) => Promise<AuthenticationResponseJSON | RegistrationResponseJSON>,
): Promise<AuthenticationResponseJSON | RegistrationResponseJSON | null> {
  try {
    return await work(await import("@simplewebauthn/browser"));
  } catch {
    return null;
  }
}
