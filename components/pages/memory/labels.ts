import { Archive, BookMarked, Lightbulb, type LucideIcon, UserRound } from "lucide-react";
import type { BlockPermission, MemoryLayer } from "@/lib/shared/memory/memory";

type Label = { title: string; about: string };

/** User-facing names of an agent's permissions on a block. The user can always do everything. */
export const PERMISSION_LABELS: Record<BlockPermission, Label> = {
  read_only: { title: "Read only", about: "The agent reads the block and cannot change it." },
  append: { title: "Append", about: "The agent adds text at the end. Existing text stays." },
  partner: {
    title: "Ask you each time",
    about: "Before each change you see what would change. Only you, the owner, can agree.",
  },
  human: {
    title: "Ask in the conversation",
    about: "Before each change the agent shows it to the user or contact in the conversation.",
  },
  read_write: { title: "Change", about: "The agent adds and rewrites text. It cannot delete the block." },
  admin: {
    title: "Change and delete",
    about: "The agent changes, archives and deletes the block by itself.",
  },
};

export type Kind = "summary" | "block" | "fact" | "archive";

export const KIND_LABELS: Record<Kind, Label & { icon: LucideIcon }> = {
  summary: { icon: UserRound, title: "About you", about: "In every conversation." },
  block: { icon: BookMarked, title: "Block", about: "Notes the agent always sees." },
  fact: { icon: Lightbulb, title: "Fact", about: "Facts it looks up when relevant." },
  archive: { icon: Archive, title: "Archive", about: "Longer texts it searches when needed." },
};

export const LAYER_LABELS: Record<MemoryLayer, Label> = {
  long: { title: "Permanent", about: "Stays until you forget it." },
  mid: { title: "Months", about: "Expires 90 days after its last use." },
  short: { title: "Weeks", about: "Expires 14 days after its last use." },
  session: { title: "This chat", about: "Ends with the session of its conversation." },
};

/** Returns for example "70% sure", or "" for a certain fact. */
export const formatCertainty = (certainty: number): string =>
  certainty < 1 ? `${Math.round(certainty * 100)}% sure` : "";
