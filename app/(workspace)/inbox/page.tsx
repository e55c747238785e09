import { titled } from "@/app/page-metadata";
import { InboxPage } from "@/components/workspace/inbox/inbox-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { openAskPage } from "@/lib/shared/chat/open-asks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { listOpenAsks } from "@/lib/store/loop/open-asks";
import { reread } from "@/lib/store/unreachable";

export const metadata = titled(() => common("inbox"));

/** Number of asks that the server renders, slightly more than fit on a screen. */
const FIRST = 20;

export default async function Inbox() {
  await requirePage("/inbox");
  const loaded = openAskPage.parse(await reread(() => listOpenAsks({ limit: FIRST })));
  return <InboxPage initial={loaded} now={new Date().toISOString()} />;
}
