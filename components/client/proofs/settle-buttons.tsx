"use client";

import { useMutation } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { Proof } from "@/lib/shared/proofs/contract";
import { settleProof } from "./api";

type SettleButtonsProps = {
  proof: Pick<Proof, "id" | "agentId" | "state" | "verdict">;
  onSettled: () => void;
};

/** Buttons that accept or discard a version, or dismiss a line of the inbox. */
export function SettleButtons({ proof, onSettled }: SettleButtonsProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (action: "use" | "discard") => settleProof(proof, action),
    onSuccess: onSettled,
  });
  const press = (action: "use" | "discard") => () => !isPending && mutate(action);
  const isWaiting = proof.state === "waiting";
  return (
    <div className="flex flex-wrap items-center gap-2">
      {proof.state !== "found" && (
        <Button
          size="sm"
          variant={isWaiting && proof.verdict !== "worse" ? "default" : "outline"}
          className="max-md:h-11"
          aria-disabled={isPending}
          onClick={press("use")}
        >
          {isWaiting ? t("use") : t("useAgain")}
        </Button>
      )}
      <Button
        size="sm"
        variant="outline"
        className="max-md:h-11"
        aria-disabled={isPending}
        onClick={press("discard")}
      >
        {isWaiting ? common("discard") : common("dismiss")}
      </Button>
      <FieldError>{error ? failureText(error) : undefined}</FieldError>
    </div>
  );
}
