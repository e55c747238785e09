"use client";

import { Trouble } from "@/components/client/shell/trouble";
import "./globals.css";
import { t } from "@/lib/shared/i18n/en/pages";
import { currentLocale } from "@/lib/shared/i18n/locale";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Replaces the root layout if the layout itself fails. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang={currentLocale()}>
      <body>
        <Trouble title={t("appFailed")} retry={reset}>
          {t("conversationsAreSafe")} {error.digest && t("searchLog", { digest: error.digest })}
        </Trouble>
      </body>
    </html>
  );
}
