"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, RefreshCw, Trash2 } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { deleteExport, restoreExport } from "@/components/client/gallery";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { agentHref } from "@/components/ui/kit/agent-base";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { exportSurface } from "@/components/workspace/export/index";
import { saveElement } from "@/components/workspace/library/save-element";
import { componentSurface } from "@/lib/shared/chat/library-surface";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { surfacePath } from "@/lib/shared/chat/surfaces/surface-address";
import type { ExportSource } from "@/lib/shared/exports";
import type { GalleryContent, GalleryItem } from "@/lib/shared/gallery/items";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as files } from "@/lib/shared/i18n/en/files";
import { t } from "@/lib/shared/i18n/en/gallery";
import { includesRight } from "@/lib/shared/members/roles";

const UNDO_MS = 10_000;

type Exported = Extract<GalleryContent, { kind: "export" }>;
type ExportActionsProps = { item: GalleryItem; content: Exported };

/** The menu of an export: its source, another export of it, and the deletion. */
export function ExportActions({ item, content }: ExportActionsProps) {
  const { agents, current } = useAgentChoice();
  const remove = useRemoval(item);
  const { of, source } = content;
  const isHere = item.agent === current;
  const right = agents.find(({ id }) => id === item.agent)?.right ?? "own";
  const isEditor = includesRight(right, "edit");
  const path = pathOf(of);
  const opensSource = source !== null && (of.kind !== "component" || isEditor);
  return (
    <ActionsButton
      label={t("actionsOf", { title: item.title })}
      size="icon-sm"
      className="relative -mr-1.5"
      groups={[
        [
          opensSource && {
            label: t("openSource"),
            icon: ExternalLink,
            href: isHere ? path : agentHref(item.agent, path),
          },
          isHere &&
            source !== null &&
            of.kind === "component" && {
              label: t("exportAgain"),
              icon: RefreshCw,
              onSelect: () => exportAgain(of, content),
            },
        ],
        [
          isEditor && {
            label: common("delete"),
            icon: Trash2,
            isDestructive: true,
            onSelect: remove,
          },
        ],
      ]}
    />
  );
}

function pathOf(of: ExportSource): string {
  if (of.kind === "component") return `/agent/components/${encodeURIComponent(of.name)}`;
  return of.kind === "surface"
    ? surfacePath(callOf(of.sheet), { id: of.conversation })
    : `/chat/${of.conversation}`;
}

/** Exports the newest version of a component in the same form. */
function exportAgain(of: Extract<ExportSource, { kind: "component" }>, { source, newest }: Exported): void {
  const version = source?.version ?? of.version;
  const { name, form } = of;
  if (form === "element") return void saveElement({ name, version });
  if (newest)
    void exportSurface(componentSurface({ name, version, ...newest, at: new Date().toISOString() }));
}

/** Returns a function that deletes the file and offers to restore it. */
function useRemoval({ agent, id, title }: GalleryItem): () => void {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: ["gallery"] });
  const problem = (text: string) => void notifyProblem(text);
  const { mutate: restore } = useMutation({
    mutationFn: () => restoreExport({ agent, id }),
    onSuccess: renew,
    onError: (error) => problem(files("notRestored", { file: title, error: failureText(error) })),
  });
  const { mutate: remove } = useMutation({
    mutationFn: () => deleteExport({ agent, id }),
    onSuccess: () => {
      void renew();
      const notice = `deleted-file-${id}`;
      const undo = () => {
        void dismiss(notice);
        restore();
      };
      const action = { label: common("undo"), onClick: undo };
      void notify(files("deleted", { file: title }), { id: notice, duration: UNDO_MS, action });
    },
    onError: (error) => problem(files("notDeleted", { file: title, error: failureText(error) })),
  });
  return () => remove();
}
