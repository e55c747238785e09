"use client";

import { useRef, useState } from "react";
import * as z from "zod/mini";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { isStale } from "@/components/client/versions/trouble";
import { useStoredDraft } from "@/components/draw/editor/use-stored-draft";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import type { SkillView } from "@/lib/shared/skills/contract";
import { changeSkill, readSkill } from "./api";

export const SKILL_MD = "SKILL.md";

/** Texts by path. Null removes a file. */
const draft = z.object({ version: z.number(), texts: z.record(z.string(), z.nullable(z.string())) });
type Texts = z.infer<typeof draft>["texts"];

export type SkillSource = {
  /** All paths, SKILL.md first, with new and removed files. */
  paths: readonly string[];
  /** Returns the text of a file; null if it is binary or removed. */
  textOf(path: string): string | null;
  dirty: ReadonlySet<string>;
  isRemoved(path: string): boolean;
  /** The version on which the draft is based, if a newer version is live. */
  staleSince: number | undefined;
  problem: string | undefined;
  status: "saving" | "saved" | undefined;
  change(path: string, text: string | null): void;
  save(how?: { isOver?: boolean }): Promise<void>;
  discard(): void;
};

/** The unsaved changes of a skill's files, which are saved together as one version. */
export function useSkillSource(skill: SkillView, onSaved: (skill: SkillView) => void): SkillSource {
  const { name, version } = skill;
  const [stored, setDraft] = useStoredDraft(`easel:skill:${name}`, draft);
  const [outcome, setOutcome] = useState<{ of: string; problem?: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const isSaving = useRef(false);
  const live = textsOf(skill);
  const base = stored?.version ?? version;
  const texts = changedTexts(stored?.texts ?? {}, live);
  const dirty = new Set(Object.keys(texts));
  const key = JSON.stringify(texts);
  const now = useRef(texts);
  now.current = texts;
  useLeaveGuard(isBusy);

  const keep = (next: Texts, of: Texts, from: number) => {
    const changed = changedTexts(next, of);
    setDraft(Object.keys(changed).length > 0 ? { version: from, texts: changed } : undefined);
  };
  const save: SkillSource["save"] = async ({ isOver } = {}) => {
    if (isSaving.current || dirty.size === 0) return;
    isSaving.current = true;
    setIsBusy(true);
    try {
      const saved = await changeSkill(name, { ...asChange(texts), version: isOver ? version : base });
      onSaved(saved);
      // Text that the user typed during the request becomes a draft based on the version just saved.
      keep(now.current, textsOf(saved), saved.version);
      setOutcome({ of: key });
    } catch (error) {
      if (error instanceof ApiError && isStale(error)) await readSkill(name).then(onSaved, () => {});
      else setOutcome({ of: key, problem: failureText(error) });
    } finally {
      isSaving.current = false;
      setIsBusy(false);
    }
  };

  const added = [...dirty].filter((path) => !(path in live));
  return {
    paths: [SKILL_MD, ...[...Object.keys(live), ...added].filter((path) => path !== SKILL_MD).toSorted()],
    textOf: (path) => (path in texts ? (texts[path] ?? null) : (live[path] ?? null)),
    isRemoved: (path) => path in texts && texts[path] === null,
    dirty,
    staleSince: dirty.size > 0 && base < version ? base : undefined,
    problem: outcome?.of === key ? outcome.problem : undefined,
    status: isBusy ? "saving" : outcome && !outcome.problem && dirty.size === 0 ? "saved" : undefined,
    change: (path, text) => keep({ ...texts, [path]: text }, live, base),
    save,
    discard: () => setDraft(undefined),
  };
}

const textsOf = ({ markdown, files }: SkillView): Texts => ({
  [SKILL_MD]: markdown,
  ...Object.fromEntries(files.map(({ path, text }) => [path, text])),
});

/** Omits texts that are as they are live, and removals of files that do not exist. */
const changedTexts = (texts: Texts, live: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).filter(([path, text]) =>
      text === null ? path in live : !(path in live) || text !== live[path],
    ),
  );

function asChange({ [SKILL_MD]: markdown, ...texts }: Texts) {
  const files = Object.entries(texts).flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
  const remove = Object.entries(texts).flatMap(([path, text]) => (text === null ? [path] : []));
  return {
    ...(typeof markdown === "string" && { markdown }),
    ...(files.length > 0 && { files }),
    ...(remove.length > 0 && { remove }),
  };
}

/** All texts of the draft as one text, to compare versions. */
export const asOneText = (source: Pick<SkillSource, "paths" | "textOf">): string =>
  source.paths.map((path) => `${path}\n\n${source.textOf(path) ?? ""}`).join("\n\n");
