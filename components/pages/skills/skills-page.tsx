"use client";

import { BookOpenCheck, FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty, EmptyDescription, EmptyHeader, EmptyMedia, EmptyTitle } from "@/components/ui/empty";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageHeader } from "@/components/ui/kit/page/page-header";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { later } from "@/components/ui/later";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/skills";
import type { SkillSummary } from "@/lib/shared/skills/contract";
import { SkillRow } from "./skill-row";
import { useSkillChanges } from "./use-skill-changes";

const NewSkill = later(() => import("./new-skill").then((module) => module.NewSkill));
const ImportSkills = later(() => import("./import-skills").then((module) => module.ImportSkills));

export function SkillsPage({ skills }: { skills: readonly SkillSummary[] }) {
  const [open, setOpen] = useState<"new" | "import">();
  useSkillChanges();
  return (
    <PageMain className="flex flex-col">
      <PageBody width="rows" under="tabs">
        <PageHeader title={common("skills")} isTab>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen("import")}>
            <FileUp aria-hidden />
            {t("import")}
          </Button>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen("new")}>
            <Plus aria-hidden />
            {t("newSkill")}
          </Button>
        </PageHeader>
        {skills.length === 0 ? (
          <Empty className="py-16">
            <EmptyHeader>
              <EmptyMedia variant="icon">
                <BookOpenCheck aria-hidden />
              </EmptyMedia>
              <EmptyTitle>{t("none")}</EmptyTitle>
              <EmptyDescription>{t("noneHint")}</EmptyDescription>
            </EmptyHeader>
          </Empty>
        ) : (
          <ul aria-label={common("skills")} className="rounded-sheet bg-sheet shadow-sheet">
            {skills.map((skill) => (
              <SkillRow key={skill.name} skill={skill} />
            ))}
          </ul>
        )}
      </PageBody>
      {open === "new" && <NewSkill onClose={() => setOpen(undefined)} />}
      {open === "import" && <ImportSkills onClose={() => setOpen(undefined)} />}
    </PageMain>
  );
}
