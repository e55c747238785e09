import type { ReactNode } from "react";
import { pageAgent } from "@/app/page-agent";
import { Shell } from "@/components/client/shell/shell";
import { InitialPins } from "@/components/workspace/canvas/pins/pins";
import { PageFrame } from "@/components/workspace/page-frame";
import { isSignedIn } from "@/lib/platform/access/session";
import { listPins } from "@/lib/store/conversations/pins";
import { shellData } from "../shell-data";

export default async function ChatLayout({ children }: { children: ReactNode }) {
  // The page redirects to the login. Read no data before the user has signed in.
  if (!(await isSignedIn())) return children;
  const [data, pins] = await Promise.all([shellData(), pageAgent().then(listPins)]);
  return (
    <InitialPins pins={pins}>
      <PageFrame {...data}>
        <Shell>{children}</Shell>
      </PageFrame>
    </InitialPins>
  );
}
