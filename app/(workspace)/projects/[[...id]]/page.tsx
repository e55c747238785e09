import { notFound } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { ProjectPage } from "@/components/pages/projects/project-page";
import { ProjectsPage } from "@/components/pages/projects/projects-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { uuid } from "@/lib/shared/ids";

export const metadata = titled(() => common("projects"));

export default async function ProjectsRoute({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: [idParam, ...more] = [] } = await params;
  await requirePage(idParam === undefined ? "/projects" : `/projects/${idParam}`);
  if (idParam === undefined) return <ProjectsPage />;
  const id = uuid.safeParse(idParam).data;
  if (more.length > 0 || id === undefined) notFound();
  return <ProjectPage key={id} id={id} now={new Date().toISOString()} />;
}
