"use client";

import { useMutation } from "@tanstack/react-query";
import { Bookmark, Check } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { NewExampleFields } from "@/lib/shared/proofs/fields";
import { keepExample } from "./api";

type KeepButtonProps = { from: NewExampleFields; isDisabled?: boolean; isSmall?: boolean };

/** Keeps a call, an input or a turn as an example. */
export function KeepButton({ from, isDisabled = false, isSmall = false }: KeepButtonProps) {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => keepExample(from) });
  const Icon = isSuccess ? Check : Bookmark;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="outline"
        {...(isSmall && { size: "sm", className: "max-md:h-11" })}
        aria-disabled={isDisabled || isPending || isSuccess}
        onClick={() => !isDisabled && !isPending && !isSuccess && mutate()}
      >
        <Icon aria-hidden />
        {isSuccess ? t("keptExample") : t("keepExample")}
      </Button>
      <FieldError>{error ? failureText(error) : undefined}</FieldError>
    </div>
  );
}
