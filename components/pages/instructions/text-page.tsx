"use client";

import { type ReactNode, useState } from "react";
import { usePageRefresh } from "@/components/client/changes";
import { historyOf } from "@/components/client/events";
import { FromWeb } from "@/components/client/origins/from-web";
import { SidePanel, SideTabs } from "@/components/client/proofs/side-tabs";
import { useHashTab } from "@/components/client/shell/use-hash-tab";
import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import { VersionsTab } from "@/components/client/versions/versions-tab";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { choice } from "@/components/ui/kit/choice-style";
import { CONTENT, pageGround } from "@/components/ui/kit/page/page-main";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/instructions";
import { type SavedText, TEXT_STORES, type TextKind } from "./api";
import { TextEditor } from "./text-editor";
import { useText } from "./use-text";

const TEXTS = [
  { kind: "system_prompt", href: "/agent/prompt", name: () => common("prompt") },
  { kind: "learned_notes", href: "/agent/prompt/notes", name: () => common("notes") },
] as const;

const TABS = ["versions", "proof"] as const;

/** Must equal the server's limit. */
const MAX_CHARS = 100_000;

type TextPageProps = {
  kind: TextKind;
  title: string;
  about: ReactNode;
  placeholder: string;
  initial: SavedText;
  versions: RevisionPage;
  lines: LineCounts;
  now: string;
};

export function TextPage({ kind, title, about, placeholder, initial, versions, lines, now }: TextPageProps) {
  const router = useRouter();
  const [tab, setTab] = useHashTab(TABS);
  // The version that the user saved last on this page. It is newer than the props until the page has
  // refreshed.
  const [saved, setSaved] = useState<SavedText>();
  const live = saved && saved.version > initial.version ? saved : initial;
  const text = useText(TEXT_STORES[kind], live, (newer) => {
    setSaved(newer);
    router.refresh();
  });
  usePageRefresh((change) => historyOf(change)?.kind === kind);
  return (
    <main
      id={CONTENT}
      tabIndex={-1}
      className="flex min-w-0 flex-1 outline-none max-[1127px]:flex-col max-[1127px]:overflow-y-auto"
    >
      <section
        aria-label={title}
        className={`${pageGround} flex flex-col max-[1127px]:flex-none max-[1127px]:overflow-visible`}
      >
        <div className="flex min-h-0 max-w-200 flex-1 flex-col gap-4 px-7 pt-6 pb-7 max-md:px-3 max-md:pt-4 max-md:pb-4">
          <h1 className="sr-only">{title}</h1>
          <header className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:px-1">
            <nav aria-label={t("texts")} className="-mx-2 flex gap-0.5 max-md:mx-0">
              {TEXTS.map((one) => (
                <Link
                  key={one.kind}
                  href={one.href}
                  aria-current={one.kind === kind ? "page" : undefined}
                  className={choice(one.kind === kind)}
                >
                  {one.name()}
                </Link>
              ))}
            </nav>
            <FromWeb kind={kind} name={kind} />
            <p className="text-ink-2">{about}</p>
          </header>
          <TextEditor label={title} placeholder={placeholder} text={text} live={live} maxChars={MAX_CHARS} />
        </div>
      </section>
      <SideTabs
        item={{ kind, name: kind }}
        label={common("versions")}
        tabs={TABS}
        tab={tab}
        onTab={setTab}
        now={now}
        className="min-[1128px]:w-[min(44%,600px)]"
      >
        <SidePanel id="versions">
          <h2 className="sr-only">{common("versions")}</h2>
          <VersionsTab
            kind={kind}
            name={kind}
            live={live.version}
            initial={versions}
            lines={lines}
            now={now}
          />
        </SidePanel>
      </SideTabs>
    </main>
  );
}
