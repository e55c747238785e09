import { AppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/whatsapp";
import { deletePermission, readPermission, setPermission } from "@/lib/store/channels/whatsapp";
import type { PermissionChange } from "./fields";

export const ACTIONS = ["grant", "update", "revoke", "remove"] as const;
export type Managed = { action: (typeof ACTIONS)[number]; phone: string } & PermissionChange;

/** A grant without flags allows reading. */
const changeOf = ({ action, display_name, can_read, can_reply }: Managed): PermissionChange => {
  if (action === "revoke") return { can_read: false, can_reply: false };
  const isBare = action === "grant" && can_read === undefined && can_reply === undefined;
  return { display_name, can_read: isBare ? true : can_read, can_reply };
};

const toRecord = ({ phone, display_name, can_read, can_reply }: Permission): Permission => ({
  ...{ phone, display_name, can_read, can_reply },
});

export async function managePermission(agentId: string, managed: Managed): Promise<Permission> {
  const { action, phone } = managed;
  if (action === "remove") {
    const gone = await deletePermission(agentId, phone);
    if (!gone) throw noRecord(phone);
    return toRecord({ ...gone, can_read: false, can_reply: false });
  }
  await needRecord(agentId, managed);
  return toRecord(await setPermission(agentId, phone, changeOf(managed), "agent"));
}

export async function needRecord(agentId: string, { action, phone }: Managed): Promise<void> {
  if (action !== "grant" && !(await readPermission(agentId, phone))) throw noRecord(phone);
}

const noRecord = (phone: string) =>
  new AppError(
    "not_found",
    `${phone} has no permissions. grant creates a record; whatsapp_list_permissions lists them.`,
  );

export async function widening(agentId: string, managed: Managed): Promise<string | null> {
  if (managed.action === "revoke" || managed.action === "remove") return null;
  const { can_read, can_reply } = changeOf(managed);
  if (!can_read && !can_reply) return null;
  const before = await readPermission(agentId, managed.phone);
  const gains = [
    can_read && !before?.can_read && "read their messages",
    can_reply && !before?.can_reply && "message them and answer on its own",
  ].filter(Boolean);
  const who = before?.display_name || managed.display_name;
  return gains.length === 0
    ? null
    : `From then on, for ${who ? `${who} (${managed.phone})` : managed.phone}, the agent may: ${gains.join("; ")}.`;
}

export async function needRight(
  agentId: string,
  phone: string,
  right: "can_read" | "can_reply",
): Promise<void> {
  const found = await readPermission(agentId, phone);
  if (found?.[right]) return;
  const what = right === "can_read" ? "read the messages of" : "write to";
  throw new AppError(
    "forbidden",
    `You may not ${what} ${phone}: ${found ? `${right} is off for this contact` : "this number has no permissions"}. whatsapp_manage_permission asks the user for it.`,
  );
}
