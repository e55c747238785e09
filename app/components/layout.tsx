import type { ReactNode } from "react";
import { ComponentDeletion } from "@/components/workspace/library/deletion";
import { PageFrame } from "@/components/workspace/page-frame";
import { isSignedIn } from "@/lib/platform/access/session";
import { shellData } from "../shell-data";

export default async function ComponentsLayout({ children }: { children: ReactNode }) {
  // The page inside leads to the login; until then nothing is read for it.
  if (!(await isSignedIn())) return children;
  return (
    <PageFrame {...(await shellData())}>
      <ComponentDeletion>{children}</ComponentDeletion>
    </PageFrame>
  );
}
