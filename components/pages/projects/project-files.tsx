"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Upload, X } from "lucide-react";
import { useRef } from "react";
import { EndOfList } from "@/components/client/end-of-list";
import { fileOf } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { WebMark } from "@/components/client/origins/web-mark";
import { usePagedList } from "@/components/client/paged-list";
import { listFilesOf, moveFile, PROJECTS } from "@/components/client/projects";
import { When } from "@/components/client/versions/when";
import { UploadingList } from "@/components/pages/files/uploading-list";
import { useUploads } from "@/components/pages/files/use-uploads";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import Link from "@/components/ui/kit/agent-base";
import { DropVeil } from "@/components/ui/kit/drop-veil";
import { FileIcon } from "@/components/ui/kit/file-icon";
import { useDrop } from "@/components/ui/kit/hooks/use-drop";
import { notifyProblem } from "@/components/ui/kit/notify";
import { May } from "@/components/ui/kit/rights";
import type { StoredFile } from "@/lib/shared/files";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/projects";
import { ProjectFolders, WatchFolder } from "./project-folders";
import { LIST, ROW } from "./rows";
import { Nothing, Section } from "./section";

const idOf = ({ id }: StoredFile): string => id;

export function ProjectFiles({ id, now }: { id: string; now: string }) {
  const input = useRef<HTMLInputElement>(null);
  const key = [...PROJECTS, id, "files"];
  const uploading = useUploads({ projectId: id, key });
  const { isOver, target } = useDrop(uploading.add);
  const { list, error, older } = usePagedList<StoredFile>({
    key,
    read: async (cursor, signal) => {
      const { files, nextCursor } = await listFilesOf(id, cursor, signal);
      return { items: files, nextCursor: nextCursor ?? undefined };
    },
    idOf,
    outdatedBy: (change) => fileOf(change) !== undefined,
  });
  return (
    <Section
      title={common("files")}
      action={
        <>
          <WatchFolder id={id} />
          <Button variant="outline" onClick={() => input.current?.click()}>
            <Upload aria-hidden />
            {t("addFiles")}
          </Button>
        </>
      }
    >
      <div className="relative flex flex-col gap-2" {...target}>
        {isOver && <DropVeil title={t("dropFiles")} about="" />}
        <input
          ref={input}
          type="file"
          multiple
          aria-label={t("addFiles")}
          className="hidden"
          onChange={({ target: chosen }) => {
            uploading.add([...(chosen.files ?? [])]);
            // Allow choosing the same file again.
            chosen.value = "";
          }}
        />
        <UploadingList {...uploading} />
        <ProjectFolders id={id} now={now} />
        {error && !list && <p role="alert">{failureText(error)}</p>}
        {list?.items.length === 0 && <Nothing>{t("noFiles")}</Nothing>}
        {list && list.items.length > 0 && (
          <ul aria-label={common("files")} className={LIST}>
            {list.items.map((file) => (
              <FileRow key={file.id} file={file} now={now} listKey={key} />
            ))}
          </ul>
        )}
        {older && !older.error && <EndOfList older={older} />}
      </div>
    </Section>
  );
}

type FileRowProps = { file: StoredFile; now: string; listKey: readonly string[] };

function FileRow({ file, now, listKey }: FileRowProps) {
  const client = useQueryClient();
  const takeOut = useMutation({
    mutationFn: () => moveFile(file.id, null),
    onError: (error) => void notifyProblem(t("notTakenOut", { name: file.name, error: failureText(error) })),
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
  return (
    <li className={ROW}>
      <FileIcon mediaType={file.mediaType} className="size-4 shrink-0 text-ink-2" />
      <Link href={`/files/${file.id}`} title={file.name} className="min-w-0 flex-1 truncate">
        {file.name}
      </Link>
      <WebMark origins={file.webOrigins} isShort />
      <span className="shrink-0 text-meta text-ink-3 tabular-nums max-md:hidden">
        <When at={file.createdAt} now={now} />
      </span>
      {!file.conversationId && (
        <May right="edit">
          <IconButton
            label={t("takeOut", { name: file.name })}
            size="icon-sm"
            className="-mr-2"
            onClick={() => takeOut.mutate()}
          >
            <X aria-hidden />
          </IconButton>
        </May>
      )}
    </li>
  );
}
