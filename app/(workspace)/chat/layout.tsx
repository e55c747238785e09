import type { ReactNode } from "react";
import { pageAgent } from "@/app/page-agent";
import { InitialPins } from "@/components/workspace/canvas/pins/pins";
import { isSignedIn } from "@/lib/platform/access/session";
import { listPins } from "@/lib/store/conversations/pins";

export default async function ChatLayout({ children }: { children: ReactNode }) {
  // The page redirects to the login. Read no data before the user has signed in.
  if (!(await isSignedIn())) return children;
  return <InitialPins pins={await listPins(await pageAgent())}>{children}</InitialPins>;
}
