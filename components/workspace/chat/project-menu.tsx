"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { changeConversation } from "@/components/client/conversations";
import { failureText } from "@/components/client/failure";
import { isAboutProjects, listProjects, PROJECTS } from "@/components/client/projects";
import {
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
} from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/kit/agent-base";
import { notifyProblem } from "@/components/ui/kit/notify";
import { t } from "@/lib/shared/i18n/en/projects";
import type { Heading } from "./use-heading";

const NONE = "none";

/** Moves the conversation into a project. Shows nothing while there is no project. */
export function ProjectMenu({ heading: { id, project } }: { heading: Heading }) {
  const { data: projects = [] } = useQuery({
    queryKey: PROJECTS,
    queryFn: ({ signal }) => listProjects(signal),
    meta: { outdatedBy: isAboutProjects },
  });
  if (projects.length === 0) return null;
  const move = (value: string) =>
    changeConversation(id, { projectId: value === NONE ? null : value }).catch(
      (error) => void notifyProblem(t("notMoved", { error: failureText(error) })),
    );
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger>
        <FolderOpen aria-hidden />
        {t("project")}
      </DropdownMenuSubTrigger>
      <DropdownMenuSubContent className="max-w-72">
        {project && (
          <>
            <DropdownMenuItem asChild>
              <Link href={`/projects/${project.id}`}>{t("openProject")}</Link>
            </DropdownMenuItem>
            <DropdownMenuSeparator />
          </>
        )}
        <DropdownMenuRadioGroup value={project?.id ?? NONE} onValueChange={(value) => void move(value)}>
          <DropdownMenuRadioItem value={NONE}>{t("noProject")}</DropdownMenuRadioItem>
          {projects.map((one) => (
            <DropdownMenuRadioItem key={one.id} value={one.id}>
              <span className="truncate">{one.name}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
