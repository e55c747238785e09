import { notFound } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { RehearsalPage } from "@/components/pages/rehearsals/rehearsal-page";
import { RehearsalsPage } from "@/components/pages/rehearsals/rehearsals-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/rehearsals";
import { uuid } from "@/lib/shared/ids";

export const metadata = titled(() => t("rehearsals"));

/** The list of rehearsals; `/agent/rehearsals/<id>` shows the changes of one. */
export default async function RehearsalsRoute({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: [idParam, ...more] = [] } = await params;
  await requirePage(idParam === undefined ? "/agent/rehearsals" : `/agent/rehearsals/${idParam}`, {
    right: "own",
  });
  const now = new Date().toISOString();
  if (idParam === undefined) return <RehearsalsPage now={now} />;
  const id = uuid.safeParse(idParam).data;
  if (more.length > 0 || id === undefined) notFound();
  return <RehearsalPage id={id} now={now} />;
}
