"use client";

import { useRouter } from "@/components/ui/kit/agent-base";
import type { SkillSummary } from "@/lib/shared/skills/contract";
import { useEdits } from "../tools/own/use-edits";
import { changeSkill } from "./api";

type Edit = { enabled: boolean };

/** Returns whether a skill is enabled, with the user's pending change, and a function that changes it. */
export function useEnabled({ name, enabled }: Pick<SkillSummary, "name" | "enabled">) {
  const router = useRouter();
  const { edits, make } = useEdits<Edit>("skill");
  const change = (next: boolean) => {
    const send = async () => {
      await changeSkill(name, { enabled: next });
      router.refresh();
    };
    void make({ key: name, edit: { enabled: next }, what: name, send });
  };
  return [edits.get(name)?.enabled ?? enabled, change] as const;
}
