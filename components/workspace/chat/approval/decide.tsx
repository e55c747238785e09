"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";

type DecideProps = {
  /**
   * True if the user controls the browser that the call needs. Allowing the call then hands the browser back.
   */
  isHeld: boolean;
  isSending: boolean;
  onAllow: () => void;
  onEdit: () => void;
  onReject: () => void;
  children: ReactNode;
};

export function Decide({ isHeld, isSending, onAllow, onEdit, onReject, children }: DecideProps) {
  return (
    <>
      {!isHeld && children}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="accent" disabled={isSending} onClick={onAllow}>
          {isHeld ? t("handBack") : common("allow")}
        </Button>
        {!isHeld && (
          <Button data-step="edit" variant="outline" disabled={isSending} onClick={onEdit}>
            {t("editFirst")}
          </Button>
        )}
        <Button data-step="reject" variant="outline" disabled={isSending} onClick={onReject}>
          {t("rejectFirst")}
        </Button>
      </div>
    </>
  );
}
