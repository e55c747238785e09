"use client";

import { failureText } from "@/components/client/failure";
import { FieldError } from "@/components/ui/field-error";
import { t } from "@/lib/shared/i18n/en/sharing";
import { ShareRows, useShares } from "./share-rows";

export function SharedLinks() {
  const { shares, off, error } = useShares();
  if (error) return <FieldError>{failureText(error)}</FieldError>;
  if (off) return <p className="text-ink-2">{t("needsPassword")}</p>;
  if (shares?.length === 0) return <p className="text-ink-2">{t("noLinks")}</p>;
  return shares && <ShareRows shares={shares} isTitled />;
}
