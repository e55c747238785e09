"use client";

import { Trouble } from "@/components/client/shell/trouble";
import { t } from "@/lib/shared/i18n/en/pages";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Props) {
  return (
    <Trouble title={t("pageFailed")} retry={reset}>
      {t("conversationsAreSafe")} {error.digest && t("searchLog", { digest: error.digest })}
    </Trouble>
  );
}
