import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import type { Member } from "@/lib/shared/members/members";
import { type GivenRole, OWNER_ID } from "@/lib/shared/members/roles";
import type { NewProvider, ProviderChange, ProviderView } from "@/lib/shared/members/sign-in";
import {
  addOidcProvider,
  changeOidcProvider,
  listOidcProviders,
  type OidcProvider,
  readOidcProvider,
  removeOidcProvider,
} from "@/lib/store/members/oidc-providers";
import { redirectUrlOf } from "./oidc";
import { sealSecret } from "./oidc-client";

const MAX_PROVIDERS = 20;

const viewOf = ({ createdAt: _, clientSecret, ...provider }: OidcProvider): ProviderView => ({
  ...provider,
  hasSecret: clientSecret !== "",
  redirectUrl: redirectUrlOf(provider.id),
});

/** Returns the providers without their secrets, and the redirect address of the next one. */
export async function listProviders() {
  const id = randomUUID();
  const providers = await listOidcProviders();
  return { providers: providers.map(viewOf), next: { id, redirectUrl: redirectUrlOf(id) } };
}

export async function addProvider(member: Member, provider: NewProvider): Promise<ProviderView> {
  assertJoining(provider);
  assertMayGive(member, provider.joinRole);
  if ((await listOidcProviders()).length >= MAX_PROVIDERS)
    throw new AppError("conflict", `There are ${MAX_PROVIDERS} providers, the maximum.`);
  const row = { ...provider, clientSecret: sealSecret(provider.id, provider.clientSecret) };
  if (!(await addOidcProvider(row))) throw new AppError("conflict", "This provider exists already.");
  return viewOf({ ...row, createdAt: "" });
}

/** Changes the given fields. Without `clientSecret` the secret stays, unless the issuer changes: it belongs to that one. */
export async function changeProvider(
  member: Member,
  id: string,
  { clientSecret, ...change }: ProviderChange,
): Promise<ProviderView> {
  const now = await readOidcProvider(id);
  if (!now) throw unknownProvider();
  assertJoining({ ...now, ...change });
  assertMayGive(member, now.joinRole);
  assertMayGive(member, change.joinRole ?? null);
  const isMoved = change.issuer !== undefined && change.issuer !== now.issuer;
  if (isMoved && clientSecret === undefined && now.clientSecret !== "") {
    const message = "Enter the client secret of the new issuer.";
    throw new AppError("invalid", message, { details: [{ path: "clientSecret", message }] });
  }
  const secret = clientSecret === undefined ? {} : { clientSecret: sealSecret(id, clientSecret) };
  const fields = { ...change, ...secret };
  const changed = Object.keys(fields).length === 0 ? now : await changeOidcProvider(id, fields);
  if (!changed) throw unknownProvider();
  return viewOf(changed);
}

export async function removeProvider(id: string): Promise<void> {
  if (!(await removeOidcProvider(id))) throw unknownProvider();
}

function assertJoining({ joinDomains, joinRole }: Pick<NewProvider, "joinDomains" | "joinRole">): void {
  if (joinDomains.length > 0 === (joinRole !== null)) return;
  const path = joinRole === null ? "joinRole" : "joinDomains";
  const message =
    joinRole === null ? "Choose the role of users who join." : "Enter the domains whose users join.";
  throw new AppError("invalid", message, { details: [{ path, message }] });
}

/** As with invitations, only the owner makes admins. */
function assertMayGive(member: Member, role: GivenRole | null): void {
  if (role === "admin" && member.id !== OWNER_ID)
    throw new AppError("forbidden", "Only the owner may let admins join.");
}

const unknownProvider = () => new AppError("not_found", "There is no such provider.");
