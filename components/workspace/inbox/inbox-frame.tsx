import type { ReactNode } from "react";
import { ListButton } from "@/components/client/shell/conversations/list-button";
import { CONTENT } from "@/components/ui/kit/page/page-main";
import { t as common } from "@/lib/shared/i18n/en/common";

type InboxFrameProps = { about?: string; beside?: ReactNode; children: ReactNode };

export function InboxFrame({ about, beside, children }: InboxFrameProps) {
  return (
    <main id={CONTENT} tabIndex={-1} className="flex min-w-0 flex-1 flex-col overflow-y-auto outline-none">
      <div className="sticky top-0 z-10 flex h-bar shrink-0 items-center border-line border-b bg-paper px-1 md:hidden [&_svg]:size-5">
        <ListButton />
      </div>
      <div className="flex flex-1 justify-center">
        <div className="flex w-full min-w-0 max-w-180 flex-col gap-6 px-6 pt-10 pb-16 max-md:px-4 max-md:pt-5">
          <header className="flex flex-col gap-1">
            <h1 className="text-title font-strong">{common("inbox")}</h1>
            <p className="min-h-5 text-ui text-ink-2" aria-live="polite">
              {about}
            </p>
          </header>
          {children}
        </div>
        {beside}
      </div>
    </main>
  );
}
