import { redirect } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { NoAgent } from "@/components/client/shell/agents/no-agent";
import { hasAgent, requireSignIn } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/shell";
import { listSharedBoards } from "@/lib/store/members/board-sharing";

export const metadata = titled(() => t("noAgent"));

/** Members who may use no agent see only this page, and boards that are shared with them. */
export default async function NoAgentPage() {
  const member = await requireSignIn("/");
  if (await hasAgent()) redirect("/");
  return <NoAgent hasNone boards={await listSharedBoards(member)} />;
}
