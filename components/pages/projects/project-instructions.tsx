"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { changeProject, PROJECTS, readProject } from "@/components/client/projects";
import type { TextStore } from "@/components/pages/instructions/api";
import { TextEditor } from "@/components/pages/instructions/text-editor";
import { useText } from "@/components/pages/instructions/use-text";
import { useRights } from "@/components/ui/kit/rights";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/projects";
import { MAX_INSTRUCTIONS } from "@/lib/shared/projects/content";
import type { ProjectView } from "@/lib/shared/projects/contract";
import { Section } from "./section";

export function ProjectInstructions({ project }: { project: ProjectView }) {
  const { may } = useRights();
  const { id, instructions } = project;
  return (
    <Section title={common("instructions")} action={<FromWeb kind="project" name={id} />}>
      {may({ right: "edit" }) ? (
        <Editor project={project} />
      ) : (
        instructions && <p className="whitespace-pre-wrap text-ink-2 wrap-anywhere">{instructions}</p>
      )}
    </Section>
  );
}

function Editor({ project: { id, instructions, version } }: { project: ProjectView }) {
  const client = useQueryClient();
  const store = useMemo(
    (): TextStore => ({
      key: `project ${id}`,
      read: async () => {
        const now = await readProject(id);
        return { content: now.instructions, version: now.version };
      },
      save: async ({ content, version }) => {
        const changed = await changeProject(id, { instructions: content, version });
        return { content, version: changed.version };
      },
    }),
    [id],
  );
  const live = { content: instructions, version };
  const text = useText(store, live, ({ content, version: now }) => {
    client.setQueryData<ProjectView>(
      [...PROJECTS, id],
      (before) => before && { ...before, instructions: content, version: now },
    );
  });
  return (
    <TextEditor
      label={common("instructions")}
      placeholder={t("instructionsHint")}
      text={text}
      live={live}
      maxChars={MAX_INSTRUCTIONS}
      className="min-h-0 [&_textarea]:min-h-24 [&_textarea]:field-sizing-content max-md:[&_textarea]:min-h-24"
    />
  );
}
