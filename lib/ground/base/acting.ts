import { AsyncLocalStorage } from "node:async_hooks";
import { OWNER_ID } from "@/lib/shared/members/roles";

/** The member whose request is being handled. Background work has none. */
const acting = new AsyncLocalStorage<string>();

export const actingAs = <T>(memberId: string, work: () => T): T =>
  memberId === OWNER_ID ? work() : acting.run(memberId, work);

/** Returns the member who sent the request, or null for the owner and for background work. */
export const actingMember = (): string | null => acting.getStore() ?? null;
