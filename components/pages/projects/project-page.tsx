"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, SquarePen, Trash2 } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import {
  changeProject,
  deleteProject,
  isAboutProjects,
  PROJECTS,
  readProject,
} from "@/components/client/projects";
import { ApiError } from "@/components/client/request";
import { PageBar } from "@/components/client/shell/page-bar";
import { restoreLast } from "@/components/client/versions/deletion";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { ActionsButton, historyAction } from "@/components/ui/kit/menu-button";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { RenameField } from "@/components/ui/kit/rename-field";
import { Skeleton } from "@/components/ui/skeleton";
import { newId } from "@/lib/shared/chat/id";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/projects";
import type { ProjectView } from "@/lib/shared/projects/contract";
import { ProjectBoards } from "./project-boards";
import { ProjectConversations } from "./project-conversations";
import { ProjectFiles } from "./project-files";
import { ProjectInstructions } from "./project-instructions";

const EDIT = { right: "edit" } as const;

export function ProjectPage({ id, now }: { id: string; now: string }) {
  const actions = useProjectActions(id);
  const {
    data: project,
    error,
    refetch,
  } = useQuery({
    // A project that is being deleted is not read again.
    enabled: actions.remove.isIdle || actions.remove.isError,
    queryKey: [...PROJECTS, id],
    queryFn: ({ signal }) => readProject(id, signal),
    meta: { outdatedBy: isAboutProjects },
  });
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <PageBody className="flex-1">
        {project ? (
          <>
            <Head project={project} {...actions} />
            <ProjectInstructions project={project} />
            <ProjectFiles id={id} now={now} />
            <ProjectBoards project={project} />
            <ProjectConversations id={id} />
          </>
        ) : error instanceof ApiError && error.status === 404 ? (
          <p className="m-auto max-w-90 py-16 text-center text-ui text-balance text-ink-3">{t("gone")}</p>
        ) : error ? (
          <p role="alert" className="flex items-center gap-3">
            {failureText(error)}
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              {common("tryAgain")}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-80 rounded-sheet" />
        )}
      </PageBody>
    </PageMain>
  );
}

type HeadProps = ReturnType<typeof useProjectActions> & { project: ProjectView };

function Head({ project: { id, name }, rename, remove }: HeadProps) {
  const router = useRouter();
  const [isRenaming, setRenaming] = useState(false);
  const title = rename.isPending ? rename.variables.next : name;
  const done = (next: string | undefined) => {
    setRenaming(false);
    if (next) rename.mutate({ name, next });
  };
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-3 max-md:px-1">
      <div className="flex min-w-0 flex-1 items-center gap-1">
        {isRenaming ? (
          <RenameField title={name} label={t("nameOfProject")} onDone={done} className="max-w-100" />
        ) : (
          <h1 title={title} className="min-w-0 truncate text-title font-strong">
            {title}
          </h1>
        )}
        <ActionsButton
          label={t("more", { name })}
          align="start"
          groups={[
            [
              { label: t("rename"), icon: Pencil, needs: EDIT, onSelect: () => setRenaming(true) },
              historyAction("project", id),
            ],
            [
              {
                ...{ label: t("delete"), icon: Trash2, isDestructive: true, needs: EDIT },
                onSelect: () => remove.mutate(name),
              },
            ],
          ]}
        />
      </div>
      <Button onClick={() => router.push(`/chat/${newId()}?${new URLSearchParams({ project: id })}`)}>
        <SquarePen aria-hidden />
        {common("newConversation")}
      </Button>
    </header>
  );
}

function useProjectActions(id: string) {
  const client = useQueryClient();
  const router = useRouter();
  const renew = () => client.invalidateQueries({ queryKey: PROJECTS });
  const bringBack = async (name: string) => {
    try {
      await restoreLast({ kind: "project", name: id });
      await renew();
      router.push(`/projects/${id}`);
    } catch (error) {
      void notifyProblem(t("notRestored", { name, error: failureText(error) }));
    }
  };
  const rename = useMutation({
    mutationFn: ({ next }: { name: string; next: string }) => changeProject(id, { name: next }),
    onError: (error, { name }) => void notifyProblem(t("notRenamed", { name, error: failureText(error) })),
    onSettled: renew,
  });
  const remove = useMutation({
    mutationFn: (_name: string) => deleteProject(id),
    onSuccess: (_, name) => {
      router.push("/projects");
      void notify(t("deleted", { name }), {
        action: { label: common("undo"), onClick: () => void bringBack(name) },
      });
    },
    onError: (error, name) => void notifyProblem(t("notDeleted", { name, error: failureText(error) })),
    onSettled: renew,
  });
  return { rename, remove };
}
