"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import type { Page } from "@/components/client/paged-list";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import type { StoredFile } from "@/lib/shared/files";
import { deleteImage, restoreImage } from "./api";
import { titleOf } from "./titles";
import { IMAGES } from "./use-images";

const UNDO_MS = 10_000;
const DELETE = ["images", "delete"] as const;

export function useImageDeletion() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: IMAGES });
  const { mutate: restore } = useMutation({
    mutationFn: ({ id }: StoredFile) => restoreImage(id),
    onSuccess: renew,
    onError: (error, file) =>
      void notifyProblem(`Could not restore “${titleOf(file)}”. ${failureText(error)}`, {
        action: { label: "Try again", onClick: () => restore(file) },
      }),
  });
  const { mutate: remove } = useMutation({
    mutationKey: DELETE,
    mutationFn: ({ id }: StoredFile) => deleteImage(id),
    onSuccess: async (_, file) => {
      // Cancel running requests of the list: their responses would still contain the image.
      await client.cancelQueries({ queryKey: IMAGES });
      client.setQueriesData<Page<StoredFile>>(
        { queryKey: IMAGES },
        (before) => before && { ...before, items: before.items.filter(({ id }) => id !== file.id) },
      );
      void renew();
      const notice = `deleted-image-${file.id}`;
      const undo = () => {
        void dismiss(notice);
        restore(file);
      };
      void notify(`Deleted “${titleOf(file)}”`, {
        id: notice,
        duration: UNDO_MS,
        action: { label: "Undo", onClick: undo },
      });
    },
    onError: (error, file) =>
      void notifyProblem(`Could not delete “${titleOf(file)}”. ${failureText(error)}`, {
        action: { label: "Try again", onClick: () => remove(file) },
      }),
  });
  const removed = useMutationState({
    filters: { mutationKey: DELETE, status: "pending" },
    select: ({ state }) => (state.variables as StoredFile).id,
  });
  return { removed, remove };
}
