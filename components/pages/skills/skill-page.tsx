"use client";

import { Download, Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import { failureText } from "@/components/client/failure";
import { SidePanel, SideTabs } from "@/components/client/proofs/side-tabs";
import { request } from "@/components/client/request";
import { PageBar } from "@/components/client/shell/page-bar";
import { useHashTab } from "@/components/client/shell/use-hash-tab";
import { useDeletion } from "@/components/client/versions/deletion";
import { Markdown } from "@/components/draw/markdown/markdown";
import { useRouter } from "@/components/ui/kit/agent-base";
import { download } from "@/components/ui/kit/download";
import { ActionsButton, historyAction } from "@/components/ui/kit/menu-button";
import { notifyProblem } from "@/components/ui/kit/notify";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { later } from "@/components/ui/later";
import { PanelSkeleton } from "@/components/ui/skeleton";
import { TabsContent } from "@/components/ui/tabs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/skills";
import type { SkillView } from "@/lib/shared/skills/contract";
import { skillAt } from "./api";
import type { SkillEntry } from "./entry";
import { SkillHeader } from "./skill-header";
import { useFileLinks } from "./use-file-links";
import { useSkillChanges } from "./use-skill-changes";
import { SKILL_MD, useSkillSource } from "./use-skill-source";

const FilesTab = later(() => import("./files-tab").then((module) => module.FilesTab), PanelSkeleton);
const VersionsTab = later(
  () => import("@/components/client/versions/versions-tab").then((module) => module.VersionsTab),
  PanelSkeleton,
);

type SkillPageProps = { name: string; entry: SkillEntry; now: string };

export function SkillPage({ name, entry, now }: SkillPageProps) {
  useSkillChanges(name);
  return entry.kind === "live" ? (
    <LiveSkill entry={entry} now={now} />
  ) : (
    <LostSkill name={name} entry={entry} now={now} />
  );
}

const PARENT = {
  href: "/agent/skills",
  get title() {
    return common("skills");
  },
};
const TABS = ["files", "proof", "versions"] as const;

type LiveSkillProps = { entry: Extract<SkillEntry, { kind: "live" }>; now: string };

function LiveSkill({ entry: { skill: initial, versions, lines }, now }: LiveSkillProps) {
  const router = useRouter();
  const [tab, setTab] = useHashTab(TABS);
  // The version that the user saved last on this page. It is newer than the props until the page has refreshed.
  const [saved, setSaved] = useState<SkillView>();
  const skill = saved && saved.version > initial.version ? saved : initial;
  const keep = useCallback(
    (newer: SkillView) => {
      setSaved(newer);
      router.refresh();
    },
    [router],
  );
  const { name, version, body } = skill;
  const source = useSkillSource(skill, keep);
  const [path, setPath] = useState(SKILL_MD);
  const openFile = useCallback(
    (wanted: string) => {
      setPath(wanted);
      setTab("files");
    },
    [setTab],
  );
  const text = useFileLinks(source.paths, openFile);
  return (
    <div className="flex min-w-0 flex-1 max-[1127px]:flex-col max-[1127px]:overflow-y-auto">
      <PageMain className="flex flex-col max-[1127px]:flex-none max-[1127px]:overflow-visible">
        <PageBar parent={PARENT} isCode end={<SkillMenu name={name} />}>
          {name}
        </PageBar>
        <div className="flex flex-col gap-5 px-7 pt-2 pb-10 max-md:px-3 max-md:pt-5 max-md:pb-6">
          <SkillHeader skill={skill} />
          {body.trim() !== "" && (
            <section
              ref={text}
              aria-label={common("instructions")}
              className="max-w-200 rounded-sheet bg-sheet p-5 shadow-sheet max-md:p-4"
            >
              {/* The headings of the text begin below this one. */}
              <h2 className="sr-only">{common("instructions")}</h2>
              <Markdown text={body} />
            </section>
          )}
        </div>
      </PageMain>
      <SideTabs
        item={{ kind: "skill", name }}
        label={t("aboutSkill")}
        tabs={TABS}
        tab={tab}
        onTab={setTab}
        now={now}
        className="max-[1127px]:min-h-120 min-[1128px]:w-[min(54%,760px)]"
      >
        <TabsContent value="files" className="flex min-h-0 flex-col">
          <FilesTab source={source} skill={skill} chosen={path} onChoose={setPath} />
        </TabsContent>
        <SidePanel id="versions">
          <VersionsTab kind="skill" name={name} live={version} initial={versions} lines={lines} now={now} />
        </SidePanel>
      </SideTabs>
    </div>
  );
}

function SkillMenu({ name }: { name: string }) {
  const { remove } = useDeletion();
  const exportZip = async () => {
    try {
      download(await (await request(`${skillAt(name)}/zip`)).blob(), name, "zip");
    } catch (error) {
      void notifyProblem(failureText(error));
    }
  };
  return (
    <ActionsButton
      label={t("moreFor", { name })}
      groups={[
        [
          { label: t("exportZip"), icon: Download, onSelect: () => void exportZip() },
          historyAction("skill", name),
        ],
        [
          {
            label: common("delete"),
            icon: Trash2,
            isDestructive: true,
            onSelect: () => void remove(name),
          },
        ],
      ]}
    />
  );
}

type LostSkillProps = { name: string; entry: Extract<SkillEntry, { kind: "lost" }>; now: string };

function LostSkill({ name, entry: { versions, lines }, now }: LostSkillProps) {
  return (
    <PageMain>
      <PageBar parent={PARENT} isCode>
        {name}
      </PageBar>
      <PageBody>
        <header className="flex flex-col gap-1 max-md:px-1">
          <h1 className="truncate font-mono font-strong text-title">{name}</h1>
          <p className="text-ui text-ink-2">{t("deleted")}</p>
        </header>
        <section
          aria-label={common("versions")}
          className="rounded-sheet bg-sheet p-5 shadow-sheet max-md:p-4"
        >
          <VersionsTab kind="skill" name={name} live={undefined} initial={versions} lines={lines} now={now} />
        </section>
      </PageBody>
    </PageMain>
  );
}
