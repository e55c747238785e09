import type { ReactNode } from "react";
import { ShellProvider } from "@/components/shell/shell-provider";
import { isSignedIn } from "@/lib/access/session";
import { shellData } from "../shell-data";

export default async function AuditLayout({ children }: { children: ReactNode }) {
  // The page inside leads to the login; until then nothing is read for it.
  if (!(await isSignedIn())) return children;
  return <ShellProvider {...(await shellData())}>{children}</ShellProvider>;
}
