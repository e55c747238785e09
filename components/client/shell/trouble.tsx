import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Brand } from "@/components/ui/kit/brand";
import { t as common } from "@/lib/shared/i18n/en/common";

type TroubleProps = { title: string; children: ReactNode; retry?: () => void };

export function Trouble({ title, children, retry }: TroubleProps) {
  return (
    <main className="flex min-h-dvh flex-1 flex-col items-center justify-center bg-paper p-6">
      <title>{`${title} · Easel`}</title>
      <div className="flex w-full max-w-96 flex-col gap-4">
        <Brand className="size-6" />
        <div className="flex flex-col gap-1">
          <h1 className="text-title font-strong">{title}</h1>
          <p className="text-prose text-ink-2">{children}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {retry && <Button onClick={retry}>{common("tryAgain")}</Button>}
          <Button asChild variant={retry ? "outline" : "default"}>
            {/* Use a full navigation, because the current page may be what failed. */}
            <a href="/">{common("newConversation")}</a>
          </Button>
        </div>
      </div>
    </main>
  );
}
