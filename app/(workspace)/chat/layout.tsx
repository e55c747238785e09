import type { ReactNode } from "react";
import { InitialPins } from "@/components/workspace/canvas/pins/pins";
import { pageAgent } from "@/lib/platform/access/require-page";
import { isSignedIn } from "@/lib/platform/access/session";
import { listPins } from "@/lib/store/conversations/pins";

export default async function ChatLayout({ children }: { children: ReactNode }) {
  // The page redirects to the login. Read no data before the user has signed in.
  if (!(await isSignedIn())) return children;
  return <InitialPins pins={await listPins(await pageAgent())}>{children}</InitialPins>;
}
