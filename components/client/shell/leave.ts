import { signOut } from "@/components/client/conversations";

/** Ends the session; the whole page goes, so that nothing of it stays in memory. */
export async function leave(): Promise<void> {
  await signOut();
  location.assign("/login");
}
