import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { Refused } from "@/components/client/failure";
import { jsonBody, request } from "@/components/client/request";
import { t } from "@/lib/shared/i18n/en/signIn";
import {
  accountLink,
  type Me,
  me,
  passkeyStart,
  recoveryCodes,
  type TwoFactorSetup,
  twoFactorSetup,
} from "@/lib/shared/members/sign-in";

const ME = ["me"] as const;

export const readMe = queryOptions({
  queryKey: ME,
  queryFn: async ({ signal }): Promise<Me> => me.parse(await (await request("/api/me", { signal })).json()),
  staleTime: 0,
});

export const refetchMe = (client: QueryClient) => client.invalidateQueries({ queryKey: ME });

export async function changeMe(change: { name?: string; email?: string }): Promise<void> {
  await request("/api/me", { method: "PATCH", ...jsonBody(change) });
}

export async function changePassword(change: { current?: string; password: string }): Promise<void> {
  await request("/api/me/password", { method: "PUT", ...jsonBody(change) });
}

/** Asks the browser for a new passkey. Throws `Refused` if the user cancels. */
export async function addPasskey(): Promise<void> {
  const path = "/api/sign-in/passkeys/registration";
  const started = passkeyStart.parse(await (await request(path, { method: "POST" })).json());
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = started.options as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"];
  const response = await startRegistration({ optionsJSON }).catch(() => {
    throw new Refused(t("passkeyNotAdded"));
  });
  await request(path, { method: "PUT", ...jsonBody({ id: started.id, response }) });
}

const pathOf = (id: string) => `/api/sign-in/passkeys/${encodeURIComponent(id)}`;

export async function renamePasskey(id: string, name: string): Promise<void> {
  await request(pathOf(id), { method: "PATCH", ...jsonBody({ name }) });
}

export async function removePasskey(id: string): Promise<void> {
  await request(pathOf(id), { method: "DELETE" });
}

const TWO_FACTOR = "/api/me/two-factor";

export async function startTwoFactors(password: string): Promise<TwoFactorSetup> {
  const response = await request(TWO_FACTOR, { method: "POST", ...jsonBody({ password }) });
  return twoFactorSetup.parse(await response.json());
}

export async function confirmTwoFactors(id: string, code: string): Promise<string[]> {
  const response = await request(TWO_FACTOR, { method: "PUT", ...jsonBody({ id, code }) });
  return recoveryCodes.parse(await response.json()).recoveryCodes;
}

export async function endTwoFactors(code: string): Promise<void> {
  await request(TWO_FACTOR, { method: "DELETE", ...jsonBody({ code }) });
}

/** Returns the address of the service at which the member confirms the link. */
export async function linkAccount(provider: string): Promise<string> {
  const response = await request("/api/me/accounts", { method: "POST", ...jsonBody({ provider }) });
  return accountLink.parse(await response.json()).url;
}

export async function unlinkAccount(account: { issuer: string; subject: string }): Promise<void> {
  await request("/api/me/accounts", { method: "DELETE", ...jsonBody(account) });
}
