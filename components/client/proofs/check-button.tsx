"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Stethoscope } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { Checked } from "@/lib/shared/proofs/contract";
import { checkItem } from "./api";

type CheckButtonProps = { kind: Checked; name: string; onChecked: () => void };

/** Checks the live version now, and shows whether it works. The tab shows a break with its mended version. */
export function CheckButton({ kind, name, onChecked }: CheckButtonProps) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => checkItem({ kind, name }),
    onSuccess: onChecked,
  });
  const Icon = data?.reason ? CircleAlert : CircleCheck;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="sm"
        variant="outline"
        className="max-md:h-11"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        <Stethoscope aria-hidden />
        {isPending ? t("checking") : t("checkNow")}
      </Button>
      <p role="status" className="flex min-w-0 items-center gap-1.5 text-ink-2 empty:hidden">
        {data && !isPending && (
          <>
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>{data.reason ? t("isBroken") : t("works", data)}</span>
          </>
        )}
      </p>
      <FieldError>{error ? failureText(error) : undefined}</FieldError>
    </div>
  );
}
