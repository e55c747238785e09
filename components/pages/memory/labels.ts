import type { BlockKind, BlockPermission, MemoryLayer } from "@/lib/shared/memory/memory";

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

export const BLOCK_KIND_LABELS: Record<BlockKind, Label> = {
  core: { title: "Core", about: "Lasting information: who you are, what you prefer." },
  working: { title: "Working", about: "Current information: a project, a plan." },
  archival: { title: "Archive", about: "Stored, and searched when needed." },
};

const whole = new Intl.NumberFormat("en");

export const formatCharCount = (chars: number, limit: number): string =>
  `${whole.format(chars)} of ${whole.format(limit)} characters`;

export const LAYER_LABELS: Record<MemoryLayer, Label> = {
  long: { title: "For good", about: "Stays until it is forgotten." },
  mid: { title: "For months", about: "Plans and projects: expires 90 days after its last use." },
  short: { title: "For weeks", about: "Current matters: expires 14 days after its last use." },
  session: { title: "For one conversation", about: "Ends with the session of the conversation." },
};

/** Returns for example "70% sure", or "" for a certain fact. */
export const formatCertainty = (certainty: number): string =>
  certainty < 1 ? `${Math.round(certainty * 100)}% sure` : "";
