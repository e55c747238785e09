import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { BoardPage } from "@/components/workspace/board/board-page";
import { requirePage } from "@/lib/platform/access/session";
import { uuid } from "@/lib/shared/ids";

export const metadata: Metadata = { title: "Boards · Easel" };

export default async function OneBoardPage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: [given, ...more] = [] } = await params;
  await requirePage(given === undefined ? "/board" : `/board/${given}`);
  if (more.length > 0 || (given !== undefined && !uuid.safeParse(given).success)) notFound();
  return (
    <SettingsFrame skipTo="board">
      <BoardPage id={given?.toLowerCase()} />
    </SettingsFrame>
  );
}
