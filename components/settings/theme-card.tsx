"use client";

import { useIsBrowser } from "@/components/ui/kit/clock";
import { setTheme, useTheme } from "@/components/ui/kit/hooks/use-theme";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { THEME_LABELS, THEMES, type Theme } from "@/components/ui/kit/theme";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";

export function ThemeCard({ initial }: { initial: Theme }) {
  const now = useTheme();
  const isBrowser = useIsBrowser();
  return (
    <TitledCard title={common("theme")} about={t("forThisBrowser")}>
      <ToggleGroup
        type="single"
        aria-label={common("theme")}
        value={isBrowser ? now : initial}
        onValueChange={(value) => {
          // Deselecting yields an empty value; keep the selection.
          const wanted = THEMES.find((theme) => theme === value);
          if (wanted) setTheme(wanted);
        }}
      >
        {THEMES.map((theme) => (
          <ToggleGroupItem key={theme} value={theme}>
            {THEME_LABELS[theme]}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
    </TitledCard>
  );
}
