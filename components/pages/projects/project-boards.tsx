"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LayoutDashboard, X } from "lucide-react";
import { BOARDS, isAboutBoards, listBoards } from "@/components/client/boards";
import { failureText } from "@/components/client/failure";
import { changeProject, PROJECTS } from "@/components/client/projects";
import { IconButton } from "@/components/ui/icon-button";
import Link from "@/components/ui/kit/agent-base";
import { notifyProblem } from "@/components/ui/kit/notify";
import { May } from "@/components/ui/kit/rights";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/projects";
import type { ProjectView } from "@/lib/shared/projects/contract";
import { LIST, ROW } from "./rows";
import { Section } from "./section";

export function ProjectBoards({ project: { id, boards, version } }: { project: ProjectView }) {
  const client = useQueryClient();
  const { data: all = [] } = useQuery({
    queryKey: BOARDS,
    queryFn: ({ signal }) => listBoards(signal),
    meta: { outdatedBy: isAboutBoards },
  });
  const put = useMutation({
    mutationFn: (ids: string[]) => changeProject(id, { boards: ids, version }),
    onError: (error) => void notifyProblem(t("boardsNotChanged", { error: failureText(error) })),
    onSettled: () => client.invalidateQueries({ queryKey: PROJECTS }),
  });
  const ids = boards.map((board) => board.id);
  const others = all.filter((board) => !ids.includes(board.id));
  if (boards.length === 0 && others.length === 0) return null;
  return (
    <Section
      title={common("boards")}
      action={
        others.length > 0 && (
          <May right="edit">
            <div className="w-44">
              <NativeSelect
                aria-label={t("addBoard")}
                value=""
                onChange={({ target }) => target.value && put.mutate([...ids, target.value])}
              >
                <NativeSelectOption value="">{t("addBoard")}</NativeSelectOption>
                {others.map((board) => (
                  <NativeSelectOption key={board.id} value={board.id}>
                    {board.name}
                  </NativeSelectOption>
                ))}
              </NativeSelect>
            </div>
          </May>
        )
      }
    >
      {boards.length > 0 && (
        <ul aria-label={common("boards")} className={LIST}>
          {boards.map((board) => (
            <li key={board.id} className={ROW}>
              <LayoutDashboard aria-hidden className="size-4 shrink-0 text-ink-2" />
              <Link href={`/board/${board.id}`} title={board.name} className="min-w-0 flex-1 truncate">
                {board.name}
              </Link>
              <May right="edit">
                <IconButton
                  label={t("takeOut", { name: board.name })}
                  size="icon-sm"
                  className="-mr-2"
                  onClick={() => put.mutate(ids.filter((one) => one !== board.id))}
                >
                  <X aria-hidden />
                </IconButton>
              </May>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
