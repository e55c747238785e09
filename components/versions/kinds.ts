import { Braces, Component, Database, type LucideIcon, NotebookPen, ScrollText, Wrench } from "lucide-react";
import type { Kind } from "@/lib/shared/history";

type Look = { title: string /** Of several. */; all: string; icon: LucideIcon };

export const LOOKS: Record<Kind, Look> = {
  system_prompt: { title: "System prompt", all: "Prompt", icon: ScrollText },
  learned_notes: { title: "Learned notes", all: "Notes", icon: NotebookPen },
  tool: { title: "Tool", all: "Tools", icon: Wrench },
  component: { title: "Component", all: "Components", icon: Component },
  state: { title: "State", all: "State", icon: Braces },
  database: { title: "Database", all: "Data", icon: Database },
};

/** Of these there is one each; all else has a name, which the agent uses. */
export const isSingle = (kind: Kind): boolean =>
  kind === "system_prompt" || kind === "learned_notes" || kind === "database";

export const titleOf = ({ kind, name }: { kind: Kind; name: string }): string =>
  isSingle(kind) ? LOOKS[kind].title : name;
