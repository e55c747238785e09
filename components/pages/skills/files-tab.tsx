"use client";

import { FilePlus2, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { CodeEditor } from "@/components/draw/editor/code-editor";
import { SourceBar } from "@/components/draw/editor/source-bar";
import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { TextField } from "@/components/draw/editor/text-field";
import { IconButton } from "@/components/ui/icon-button";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/skills";
import type { SkillView } from "@/lib/shared/skills/contract";
import { conflictingPath, skillPath } from "@/lib/shared/skills/fields";
import { asOneText, SKILL_MD, type SkillSource } from "./use-skill-source";

type FilesTabProps = {
  source: SkillSource;
  skill: SkillView;
  chosen: string;
  onChoose: (path: string) => void;
};

/** Edits the files of a skill. All changes are saved together as one version. */
export function FilesTab({ source, skill, chosen, onChoose }: FilesTabProps) {
  const { name, version } = skill;
  const [isAdding, setIsAdding] = useState(false);
  const path = source.paths.includes(chosen) ? chosen : SKILL_MD;
  const text = source.textOf(path);
  const isRemoved = source.isRemoved(path);
  const theirs = () =>
    [[SKILL_MD, skill.markdown], ...skill.files.map((one) => [one.path, one.text ?? ""])]
      .map((parts) => parts.join("\n\n"))
      .join("\n\n");
  return (
    <>
      <SourceBar
        version={version}
        isDirty={source.dirty.size > 0}
        status={source.status}
        staleSince={source.staleSince}
        copy={text === null ? undefined : { label: common("copy"), text: () => text }}
        versions={() => ({ mine: asOneText(source), theirs: theirs() })}
        onSave={(how) => void source.save(how)}
        onDiscard={source.discard}
      />
      <div className="flex shrink-0 items-center gap-2 px-6 pb-3 max-md:px-4">
        <NativeSelect
          aria-label={t("file")}
          value={path}
          onChange={({ target }) => onChoose(target.value)}
          className="font-mono"
        >
          {source.paths.map((one) => (
            <NativeSelectOption key={one} value={one}>
              {source.dirty.has(one) ? `${one} •` : one}
            </NativeSelectOption>
          ))}
        </NativeSelect>
        <IconButton label={t("addFile")} variant="ghost" onClick={() => setIsAdding(true)}>
          <FilePlus2 aria-hidden />
        </IconButton>
        {path !== SKILL_MD && (
          <IconButton
            label={isRemoved ? common("undo") : t("removeFile")}
            variant="ghost"
            onClick={() => source.change(path, isRemoved ? (liveText(skill, path) ?? "") : null)}
          >
            {isRemoved ? <Undo2 aria-hidden /> : <Trash2 aria-hidden />}
          </IconButton>
        )}
      </div>
      {text === null ? (
        <p className="px-6 text-ink-2 max-md:px-4">
          {isRemoved
            ? t("removed")
            : t("binary", { size: skill.files.find((one) => one.path === path)?.size ?? 0 })}
        </p>
      ) : (
        <CodeEditor
          key={path}
          label={t("sourceOf", { path, name })}
          language={/\.[cm]?[jt]sx?$/.test(path) ? "tsx" : "text"}
          value={text}
          error={undefined}
          onChange={(next) => source.change(path, next)}
          onSave={() => void source.save()}
        />
      )}
      <SourceTrouble text={source.problem && t("notSaved", { problem: source.problem })} />
      {isAdding && (
        <AddFile
          paths={source.paths}
          onAdd={(added) => {
            source.change(added, "");
            onChoose(added);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

const liveText = ({ files }: SkillView, path: string) => files.find((one) => one.path === path)?.text;

type AddFileProps = { paths: readonly string[]; onAdd: (path: string) => void; onClose: () => void };

function AddFile({ paths, onAdd, onClose }: AddFileProps) {
  const [path, setPath] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const { data, error } = skillPath.safeParse(path.trim());
    const conflict = data === undefined ? undefined : conflictingPath([...paths, data]);
    setProblem(error?.issues[0]?.message ?? conflict);
    if (data !== undefined && conflict === undefined) onAdd(data);
  };
  return (
    <FormDialog
      title={t("addFile")}
      about={t("pathHint")}
      action={t("addFile")}
      isDisabled={path.trim() === ""}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label={t("path")}
        value={path}
        onText={setPath}
        isRequired
        error={problem}
        spellCheck={false}
        autoCapitalize="none"
        className="font-mono"
      />
    </FormDialog>
  );
}
