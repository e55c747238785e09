import { endOwnSession, signIn } from "@/lib/platform/access/session";

/**
 * Signs a member in. Every sign-in begins a new session and ends the earlier session of the browser. Returns the headers with the
 * cookie.
 */
export async function beginMemberSession(request: Request, memberId: string): Promise<Headers> {
  await endOwnSession(request);
  return signIn(request, memberId);
}
