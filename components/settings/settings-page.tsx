import type { ReactNode } from "react";
import { PageBar } from "@/components/client/shell/page-bar";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { t as common } from "@/lib/shared/i18n/en/common";

type SettingsPageProps = {
  title: string;
  about?: ReactNode;
  /** The page above; default: the overview. */
  parent?: { href: string; title: string };
  children: ReactNode;
};

export function SettingsPage({ title, about, parent, children }: SettingsPageProps) {
  return (
    <PageMain>
      <PageBar parent={parent ?? { href: "/settings", title: common("settings") }}>{title}</PageBar>
      <PageBody>
        <header className="flex flex-col gap-1 max-md:px-1">
          <h1 className="text-title font-strong">{title}</h1>
          {about && <p className="text-ui text-balance text-ink-2">{about}</p>}
        </header>
        {children}
      </PageBody>
    </PageMain>
  );
}
