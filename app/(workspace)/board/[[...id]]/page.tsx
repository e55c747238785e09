import { notFound } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { BoardPage } from "@/components/workspace/board/board-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { uuid } from "@/lib/shared/ids";

export const metadata = titled(() => common("boards"));

export default async function OneBoardPage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: [idParam, ...more] = [] } = await params;
  await requirePage(idParam === undefined ? "/board" : `/board/${idParam}`);
  if (more.length > 0 || (idParam !== undefined && !uuid.safeParse(idParam).success)) notFound();
  return <BoardPage id={idParam?.toLowerCase()} />;
}
