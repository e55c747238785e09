"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import type { Page } from "@/components/client/paged-list";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import type { FileEntry } from "@/lib/shared/file-entries";
import type { StoredFile } from "@/lib/shared/files";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { deleteFile, restoreFile } from "./api";
import { titleOf } from "./titles";
import { ENTRIES, keyOf } from "./use-entries";

const UNDO_MS = 10_000;
const DELETE = ["files", "delete"] as const;

export function useFileDeletion() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: ENTRIES });
  const { mutate: restore } = useMutation({
    mutationFn: ({ id }: StoredFile) => restoreFile(id),
    onSuccess: renew,
    onError: (error, file) =>
      void notifyProblem(t("notRestored", { file: titleOf(file), error: failureText(error) }), {
        action: { label: common("tryAgain"), onClick: () => restore(file) },
      }),
  });
  const { mutate: remove, isIdle } = useMutation({
    mutationKey: DELETE,
    mutationFn: ({ id }: StoredFile) => deleteFile(id),
    onSuccess: async (_, file) => {
      // Cancel running requests of the list: their responses would still contain the file.
      await client.cancelQueries({ queryKey: ENTRIES });
      client.setQueriesData<Page<FileEntry>>(
        { queryKey: ENTRIES },
        (before) => before && { ...before, items: before.items.filter((entry) => keyOf(entry) !== file.id) },
      );
      void renew();
      const notice = `deleted-file-${file.id}`;
      const undo = () => {
        void dismiss(notice);
        restore(file);
      };
      void notify(t("deleted", { file: titleOf(file) }), {
        id: notice,
        duration: UNDO_MS,
        action: { label: common("undo"), onClick: undo },
      });
    },
    onError: (error, file) =>
      void notifyProblem(t("notDeleted", { file: titleOf(file), error: failureText(error) }), {
        action: { label: common("tryAgain"), onClick: () => remove(file) },
      }),
  });
  const removed = useMutationState({
    filters: { mutationKey: DELETE, status: "pending" },
    select: ({ state }) => (state.variables as StoredFile).id,
  });
  return { removed, remove, isIdle };
}
