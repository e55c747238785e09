import type { ReactNode } from "react";
import Link from "@/components/ui/kit/agent-base";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t } from "@/lib/shared/i18n/en/settings";

type WebReachProps = {
  egressAllow: readonly string[];
  children?: ReactNode;
};

const link = "text-ink underline underline-offset-2 hover:decoration-2";

export function WebReach({ egressAllow, children }: WebReachProps) {
  return (
    <TitledCard title={t("networkAccess")}>
      <div className="flex max-w-prose flex-col gap-3 text-ink-2">
        <p>{t(egressAllow.length === 0 ? "reachInternet" : "reachListed")}</p>
        {egressAllow.length > 0 && (
          <ul aria-label={t("openOnNetwork")} className="flex flex-wrap gap-1.5">
            {egressAllow.map((each) => (
              <li
                key={each}
                className="min-w-0 rounded-in bg-fill px-2 py-0.5 font-mono text-ink wrap-anywhere"
              >
                {each}
              </li>
            ))}
          </ul>
        )}
        <p>
          {t.rich("openMore", {
            variable: () => (
              <code key="variable" className="font-mono text-ink wrap-anywhere">
                EASEL_EGRESS_ALLOW=nas.lan,192.168.1.0/24
              </code>
            ),
          })}
        </p>
        {children}
        <p>
          {t.rich("seeRequests", {
            activity: (chunks) => (
              <Link key="activity" href="/agent/activity" className={link}>
                {chunks}
              </Link>
            ),
            tools: (chunks) => (
              <Link key="tools" href="/agent/tools" className={link}>
                {chunks}
              </Link>
            ),
          })}
        </p>
      </div>
    </TitledCard>
  );
}
