import type { ReactNode } from "react";
import { Shell } from "@/components/client/shell/shell";
import { SettingsNav } from "@/components/settings/settings-nav";
import { PageFrame } from "@/components/workspace/page-frame";
import { isSignedIn } from "@/lib/platform/access/session";
import { shellData } from "../shell-data";

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  // The page redirects to the login. Read no data before the user has signed in.
  if (!(await isSignedIn())) return children;
  return (
    <PageFrame {...(await shellData())}>
      <Shell settings={<SettingsNav />}>{children}</Shell>
    </PageFrame>
  );
}
