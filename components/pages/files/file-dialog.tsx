"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, ExternalLink, MessageSquarePlus, Trash2 } from "lucide-react";
import { keepAttachment } from "@/components/client/attach-file";
import { fileOf } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import type { Page } from "@/components/client/paged-list";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { FileIcon } from "@/components/ui/kit/file-icon";
import { ZoomableImage } from "@/components/ui/kit/images/zoomable-image";
import { newId } from "@/lib/shared/chat/id";
import { DRAWN } from "@/lib/shared/file-address";
import type { FileEntry } from "@/lib/shared/file-entries";
import type { StoredFile } from "@/lib/shared/files";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { readFile } from "./api";
import { DocumentText } from "./document-text";
import { FileFacts } from "./file-facts";
import { isText, TextPreview } from "./text-preview";
import { titleOf } from "./titles";
import { ENTRIES, keyOf } from "./use-entries";
import { useFileDeletion } from "./use-file-deletion";

type FileDialogProps = {
  id: string;
  /** The passage of its text that a link names. */
  passage: number | undefined;
  now: string;
  onOpen: (file: StoredFile) => void;
  onClose: () => void;
};

export function FileDialog({ id, passage, now, onOpen, onClose }: FileDialogProps) {
  const router = useRouter();
  const { remove, isIdle } = useFileDeletion();
  const listed = useListed(id);
  const { data: view, error } = useQuery({
    queryKey: ["file view", id],
    queryFn: ({ signal }) => readFile(id, signal),
    // A deleted file is not requested again while the dialog closes.
    enabled: isIdle,
    // Refetch after an event about any file, because another file may be an edit or the source of this image.
    meta: { outdatedBy: (change) => fileOf(change) !== undefined },
  });
  const file = view?.file ?? listed;
  const use = (file: StoredFile) => {
    const conversation = newId();
    keepAttachment(conversation, file);
    router.push(`/chat/${conversation}`);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        className="max-w-240 gap-0 overflow-hidden p-0 max-md:m-0 max-md:h-dvh max-md:max-h-none max-md:w-screen max-md:max-w-none max-md:rounded-none md:h-[min(720px,calc(100dvh-48px))]"
      >
        <header className="flex h-14 shrink-0 items-center pr-16 pl-5 max-md:h-17 max-md:pl-4">
          <DialogTitle className="min-w-0 truncate">{file ? titleOf(file) : common("file")}</DialogTitle>
        </header>
        <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
          <div className="flex min-h-0 min-w-0 flex-1 items-center justify-center bg-table p-5 max-md:min-h-60 max-md:flex-none max-md:p-3">
            {file && <Preview file={file} passage={passage} />}
            {!file && error && <p role="alert">{failureText(error)}</p>}
          </div>
          {file && (
            <div className="flex w-80 shrink-0 flex-col max-md:w-full">
              <div className="min-h-0 flex-1 overflow-y-auto p-5 max-md:flex-none max-md:overflow-visible max-md:p-4">
                <FileFacts file={file} view={view} now={now} onOpen={onOpen} />
              </div>
              <footer className="flex flex-wrap gap-2 border-line border-t p-3 max-md:sticky max-md:bottom-0 max-md:bg-sheet max-md:pb-[max(12px,env(safe-area-inset-bottom))]">
                <Button onClick={() => use(file)}>
                  <MessageSquarePlus aria-hidden />
                  {t("useInChat")}
                </Button>
                <Button asChild variant="outline">
                  <a href={`${file.url}?download=1`} download>
                    <Download aria-hidden />
                    {t("download")}
                  </a>
                </Button>
                <IconButton
                  label={common("delete")}
                  onClick={() => {
                    onClose();
                    remove(file);
                  }}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </footer>
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Preview({ file, passage }: { file: StoredFile; passage: number | undefined }) {
  if (DRAWN.has(file.mediaType))
    return (
      <ZoomableImage
        url={file.url}
        alt={titleOf(file)}
        className="flex max-h-full items-center"
        imageClass="max-h-full max-md:max-h-[50dvh] md:max-h-[600px]"
      />
    );
  const hasPassages = file.text?.passages !== undefined;
  if (isText(file) && (passage === undefined || !hasPassages)) return <TextPreview file={file} />;
  if (hasPassages) return <DocumentText key={passage} file={file} passage={passage} />;
  return (
    <div className="flex flex-col items-center gap-3 text-ink-2">
      <FileIcon mediaType={file.mediaType} className="size-8" />
      {file.mediaType === "application/pdf" ? (
        <Button asChild variant="outline">
          <a href={file.url} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            {common("open")}
          </a>
        </Button>
      ) : (
        <p>{t("noPreview")}</p>
      )}
    </div>
  );
}

/** Returns a file that a cached list contains. */
function useListed(id: string): StoredFile | undefined {
  const lists = useQueryClient().getQueriesData<Page<FileEntry>>({ queryKey: ENTRIES });
  const entry = lists.flatMap(([, list]) => list?.items ?? []).find((entry) => keyOf(entry) === id);
  return entry && "file" in entry ? entry.file : undefined;
}
