"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import type { TokenView } from "@/lib/shared/mcp/tokens";
import { wordsOf } from "../api";
import { revokeToken, TOKENS } from "./api";

type RevokeProps = { token: TokenView; onClose: () => void; onRevoked: () => void };

/** Asks before a program is locked out: its token cannot be brought back. */
export function Revoke({ token: { id, name }, onClose, onRevoked }: RevokeProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeToken(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TOKENS });
      onClose();
      onRevoked();
    },
  });
  return (
    <AlertDialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle className="wrap-anywhere">Revoke the token of “{name}”?</AlertDialogTitle>
          <AlertDialogDescription>
            The program is out at once, also in the middle of a call. To let it in again, make a new token.
          </AlertDialogDescription>
        </AlertDialogHeader>
        {revoke.error && (
          <p role="alert" className="flex gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            Not revoked. {wordsOf(revoke.error)}
          </p>
        )}
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction
            variant="destructive"
            aria-disabled={revoke.isPending}
            onClick={(event) => {
              // It stays until the server has answered.
              event.preventDefault();
              if (!revoke.isPending) revoke.mutate();
            }}
          >
            Revoke
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
