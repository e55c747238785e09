import { signOut } from "@/components/client/conversations";

/** Signs out with a full navigation, so that no data stays in memory. */
export async function leave(): Promise<void> {
  await signOut();
  location.assign("/login");
}
