import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageAgent } from "@/app/page-agent";
import { MediaPage } from "@/components/pages/media/media-page";
import { requirePage } from "@/lib/platform/access/session";
import { uuid } from "@/lib/shared/ids";
import { list, toClient } from "@/lib/store/data/files";

export const metadata: Metadata = { title: "Media · Easel" };

export default async function ImagesPage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: [idParam, ...more] = [] } = await params;
  await requirePage(idParam === undefined ? "/media" : `/media/${idParam}`);
  if (more.length > 0 || (idParam !== undefined && !uuid.safeParse(idParam).success)) notFound();
  const { files, ...next } = await list(await pageAgent(), { type: "image" });
  return <MediaPage first={{ files: files.map(toClient), ...next }} now={new Date().toISOString()} />;
}
