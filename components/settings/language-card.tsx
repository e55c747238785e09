"use client";

import { keepCookie } from "@/components/ui/kit/cookies";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { t } from "@/lib/shared/i18n/en/settings";
import { LOCALE_COOKIE, LOCALE_NAMES, LOCALES, type Locale } from "@/lib/shared/i18n/locale";

const BROWSER = "browser";

/** `chosen`: the language in the cookie; undefined if the browser's languages decide. */
export function LanguageCard({ chosen }: { chosen: Locale | undefined }) {
  const choose = (locale: Locale | undefined) => {
    keepCookie(LOCALE_COOKIE, locale);
    // The server renders in the new language, too.
    location.reload();
  };
  return (
    <TitledCard title={t("language")} about={t("forThisBrowser")}>
      <ToggleGroup
        type="single"
        aria-label={t("language")}
        value={chosen ?? BROWSER}
        onValueChange={(value) => {
          // Deselecting yields an empty value; keep the selection.
          if (value !== "") choose(LOCALES.find((locale) => locale === value));
        }}
      >
        <ToggleGroupItem value={BROWSER}>{t("likeBrowser")}</ToggleGroupItem>
        {LOCALES.map((locale) => (
          <ToggleGroupItem key={locale} value={locale} lang={locale}>
            {LOCALE_NAMES[locale]}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
    </TitledCard>
  );
}
