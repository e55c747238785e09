"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Question } from "@/components/kit/question";
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
    <Question
      title={`Revoke the token of “${name}”?`}
      about="The program is out at once, also in the middle of a call. To let it in again, make a new token."
      verb="Revoke"
      problem={revoke.error && `Not revoked. ${wordsOf(revoke.error)}`}
      isBusy={revoke.isPending}
      onYes={revoke.mutate}
      onClose={onClose}
    />
  );
}
