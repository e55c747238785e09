"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderSync, Trash2, X } from "lucide-react";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { addFolder, listFolders, PROJECTS, removeFolder } from "@/components/client/projects";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { notifyProblem } from "@/components/ui/kit/notify";
import { useRights } from "@/components/ui/kit/rights";
import type { WatchedFolder } from "@/lib/shared/folders/folders";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/projects";
import { LIST, ROW } from "./rows";

const OWNER = { role: "owner", right: "own" } as const;

export const foldersKey = (id: string) => [...PROJECTS, id, "folders"] as const;

/** The folders of the server's machine that the project watches. */
export function ProjectFolders({ id, now }: { id: string; now: string }) {
  const { may } = useRights();
  const { data } = useQuery({
    queryKey: foldersKey(id),
    queryFn: ({ signal }) => listFolders(id, signal),
    enabled: may({ right: "edit" }),
    refetchInterval: ({ state }) =>
      state.data?.folders.some(({ readAt }) => readAt === null) ? 5_000 : false,
  });
  if (!data || data.folders.length === 0) return null;
  return (
    <ul aria-label={t("watchedFolders")} className={LIST}>
      {data.folders.map((folder) => (
        <FolderRow key={folder.id} project={id} folder={folder} now={now} />
      ))}
    </ul>
  );
}

type FolderRowProps = { project: string; folder: WatchedFolder; now: string };

function FolderRow({ project, folder: { id, path, files, readAt, problem }, now }: FolderRowProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (keepsFiles: boolean) => removeFolder(id, keepsFiles),
    onError: (error) => void notifyProblem(t("folderNotRemoved", { error: failureText(error) })),
    onSettled: () => client.invalidateQueries({ queryKey: [...PROJECTS, project] }),
  });
  return (
    <li className={`${ROW} flex-wrap py-1.5`}>
      <FolderSync aria-hidden className="size-4 shrink-0 text-ink-2" />
      <span title={path} className="min-w-0 flex-1 truncate font-mono text-meta">
        {path}
      </span>
      <span className="shrink-0 text-meta text-ink-3 tabular-nums">
        {t("fileCount", { count: files })}
        {" · "}
        {readAt ? <When at={readAt} now={now} /> : t("reading")}
      </span>
      <ActionsButton
        label={t("more", { name: path })}
        size="icon-sm"
        className="-mr-2"
        groups={[
          [{ label: t("unwatchKeep"), icon: X, needs: OWNER, onSelect: () => remove.mutate(true) }],
          [
            {
              ...{ label: t("unwatchDelete"), icon: Trash2, isDestructive: true, needs: OWNER },
              onSelect: () => remove.mutate(false),
            },
          ],
        ]}
      />
      {problem && <p className="w-full pl-7 text-meta text-danger wrap-anywhere">{problem}</p>}
    </li>
  );
}

/** Shown to the owner if the operator allows folders. */
export function WatchFolder({ id }: { id: string }) {
  const { may } = useRights();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: foldersKey(id),
    queryFn: ({ signal }) => listFolders(id, signal),
    enabled: may(OWNER),
  });
  if (!may(OWNER) || !data || data.allowed.length === 0) return null;
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        <FolderSync aria-hidden />
        {t("watchFolder")}
      </Button>
      {isOpen && <WatchDialog id={id} allowed={data.allowed} onClose={() => setOpen(false)} />}
    </>
  );
}

type WatchDialogProps = { id: string; allowed: readonly string[]; onClose: () => void };

function WatchDialog({ id, allowed, onClose }: WatchDialogProps) {
  const client = useQueryClient();
  const field = useId();
  const [path, setPath] = useState(allowed[0] ?? "");
  const add = useMutation({
    mutationFn: () => addFolder(id, path.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [...PROJECTS, id] });
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <DialogHeader>
            <DialogTitle>{t("watchFolder")}</DialogTitle>
            <DialogDescription>{t("watchAbout")}</DialogDescription>
          </DialogHeader>
          <div className="flex flex-col gap-1.5">
            <label htmlFor={field}>{t("path")}</label>
            <Input
              id={field}
              value={path}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              onChange={({ target }) => setPath(target.value)}
            />
            {add.error && <FieldError>{failureText(add.error)}</FieldError>}
          </div>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              {common("cancel")}
            </Button>
            <Button type="submit" disabled={add.isPending || path.trim() === ""}>
              {t("watch")}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
