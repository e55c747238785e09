import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SharedBoard } from "@/components/workspace/board/shared-board";
import { requireSignIn } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { uuid } from "@/lib/shared/ids";

export const metadata: Metadata = {
  get title() {
    return common("boards");
  },
};

/** A board for members with whom it is shared without its agent. The client loads it, and checks its right. */
export default async function SharedBoardPage({
  params,
}: {
  params: Promise<{ agent: string; id: string }>;
}) {
  const { agent, id } = await params;
  if (![agent, id].every((one) => uuid.safeParse(one).success)) notFound();
  await requireSignIn(`/shared-board/${agent}/${id}`);
  return <SharedBoard place={{ agent: agent.toLowerCase(), id: id.toLowerCase() }} />;
}
