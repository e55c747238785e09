"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderOpen, Plus } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { createProject, isAboutProjects, listProjects, PROJECTS } from "@/components/client/projects";
import { PageBar } from "@/components/client/shell/page-bar";
import { Button } from "@/components/ui/button";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { notifyProblem } from "@/components/ui/kit/notify";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { RenameField } from "@/components/ui/kit/rename-field";
import { May } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/projects";
import type { ProjectEntry } from "@/lib/shared/projects/contract";
import { LIST, ROW } from "./rows";

export function ProjectsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: PROJECTS,
    queryFn: ({ signal }) => listProjects(signal),
    meta: { outdatedBy: isAboutProjects },
  });
  const [isNaming, setNaming] = useState(false);
  const create = useCreate();
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <PageBody width="rows" className="flex-1 gap-4">
        <header className="flex min-h-8 items-center gap-2 max-md:px-1">
          <h1 className="flex-1 text-title font-strong">{common("projects")}</h1>
          <May right="edit">
            <Button variant="outline" disabled={create.isPending} onClick={() => setNaming(true)}>
              <Plus aria-hidden />
              {t("newProject")}
            </Button>
          </May>
        </header>
        {isNaming && (
          <RenameField
            title=""
            label={t("nameOfProject")}
            className="max-w-100"
            onDone={(name) => {
              setNaming(false);
              if (name) create.mutate(name);
            }}
          />
        )}
        {error && !data && (
          <p role="alert" className="flex items-center gap-3">
            {failureText(error)}
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              {common("tryAgain")}
            </Button>
          </p>
        )}
        {!data && !error && <Skeleton className="h-40 rounded-sheet" />}
        {data?.length === 0 && !isNaming && (
          <p className="m-auto max-w-90 py-16 text-center text-ui text-balance text-ink-3">{t("none")}</p>
        )}
        {data && data.length > 0 && <Rows projects={data} />}
      </PageBody>
    </PageMain>
  );
}

const Rows = ({ projects }: { projects: readonly ProjectEntry[] }) => (
  <ul aria-label={common("projects")} className={LIST}>
    {projects.map(({ id, name, conversations, files }) => (
      <li key={id} className={ROW}>
        <FolderOpen aria-hidden className="size-4 shrink-0 text-ink-2" />
        <Link
          href={`/projects/${id}`}
          title={name}
          className="min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
        >
          {name}
        </Link>
        <span className="shrink-0 text-meta text-ink-3 tabular-nums">
          {[
            conversations > 0 && t("conversationCount", { count: conversations }),
            files > 0 && t("fileCount", { count: files }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </li>
    ))}
  </ul>
);

function useCreate() {
  const router = useRouter();
  const client = useQueryClient();
  return useMutation({
    mutationFn: createProject,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: PROJECTS });
      router.push(`/projects/${id}`);
    },
    onError: (error) => void notifyProblem(t("notCreated", { error: failureText(error) })),
  });
}
