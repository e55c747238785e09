import { type ReactNode, useId } from "react";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Note } from "@/components/ui/kit/page/note";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/memory";
import type { useSetting } from "./use-setting";

type SettingSectionProps = {
  title: string;
  about: string;
  setting: Pick<ReturnType<typeof useSetting>, "error" | "note" | "reload">;
  /** Falsy while the setting is loading. */
  children: ReactNode;
};

export function SettingSection({ title, about, setting, children }: SettingSectionProps) {
  const id = useId();
  const { error, note, reload } = setting;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 p-5 max-md:p-4">
      <header className="flex items-start gap-x-3">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-prose font-medium">
            {title}
          </h3>
          <p className="text-ink-2">{about}</p>
        </div>
        <Note note={note} />
      </header>
      {children ||
        (error ? (
          <LoadFailure onRetry={reload}>{t("loadError", { error: failureText(error) })}</LoadFailure>
        ) : (
          <Skeleton className="h-20" />
        ))}
    </section>
  );
}
