import { endOwnSession, signIn } from "@/lib/platform/access/session";

/**
 * Signs a member in. Every sign-in has a new session, and ends the one that the browser had. Returns the headers with the
 * cookie.
 */
export async function beginMemberSession(request: Request, memberId: string): Promise<Headers> {
  await endOwnSession(request);
  return signIn(request, memberId);
}
