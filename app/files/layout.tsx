import type { ReactNode } from "react";
import { PageFrame } from "@/components/workspace/page-frame";
import { isSignedIn } from "@/lib/platform/access/session";
import { shellData } from "../shell-data";

export default async function FilesLayout({ children }: { children: ReactNode }) {
  // The page redirects to the login. Read no data before the user has signed in.
  if (!(await isSignedIn())) return children;
  return <PageFrame {...(await shellData())}>{children}</PageFrame>;
}
