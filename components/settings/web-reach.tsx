import type { ReactNode } from "react";
import Link from "@/components/ui/kit/agent-base";
import { TitledCard } from "@/components/ui/kit/page/titled-card";

type WebReachProps = {
  egressAllow: readonly string[];
  children?: ReactNode;
};

const link = "text-ink underline underline-offset-2 hover:decoration-2";

export function WebReach({ egressAllow, children }: WebReachProps) {
  return (
    <TitledCard title="Network access of the web tools">
      <div className="flex max-w-prose flex-col gap-3 text-ink-2">
        <p>
          The public internet, but nothing on this machine or your network
          {egressAllow.length === 0 ? (
            "."
          ) : (
            <>
              , except what <code className="font-mono">EASEL_EGRESS_ALLOW</code> opens:
            </>
          )}
        </p>
        {egressAllow.length > 0 ? (
          <ul aria-label="Open on your network" className="flex flex-wrap gap-1.5">
            {egressAllow.map((each) => (
              <li
                key={each}
                className="min-w-0 rounded-in bg-fill px-2 py-0.5 font-mono text-ink wrap-anywhere"
              >
                {each}
              </li>
            ))}
          </ul>
        ) : (
          <p>
            To open a host or a range of addresses there, start Easel with{" "}
            <code className="font-mono text-ink wrap-anywhere">
              EASEL_EGRESS_ALLOW=nas.lan,192.168.1.0/24
            </code>
            .
          </p>
        )}
        {children}
        <p>
          Every request is listed in the{" "}
          <Link href="/agent/activity" className={link}>
            audit
          </Link>
          . Which tools run by themselves, ask, or are off is set under{" "}
          <Link href="/agent/tools" className={link}>
            Tools
          </Link>
          .
        </p>
      </div>
    </TitledCard>
  );
}
