import type { ReactNode } from "react";
import { ToolDeletion } from "@/components/pages/tools/deletion";
import { PageFrame } from "@/components/workspace/page-frame";
import { isSignedIn } from "@/lib/platform/access/session";
import { shellData } from "../shell-data";

export default async function ToolsLayout({ children }: { children: ReactNode }) {
  // The page redirects to the login. Read no data before the user has signed in.
  if (!(await isSignedIn())) return children;
  return (
    <PageFrame {...(await shellData())}>
      <ToolDeletion>{children}</ToolDeletion>
    </PageFrame>
  );
}
