import type { BlockKind, BlockPermission, MemoryLayer } from "@/lib/shared/memory/memory";

type Label = { title: string; about: string };

/** User-facing names of the agent's permissions on a block. The user can always do everything. */
export const PERMISSION_LABELS: Record<BlockPermission, Label> = {
  read_only: { title: "Only you write it", about: "The agent reads it and cannot change it." },
  append: { title: "It may add", about: "The agent adds at the end. Existing text stays." },
  partner: {
    title: "It asks you each time",
    about: "Before each change you see what would change. Only you, the owner, can agree.",
  },
  human: {
    title: "It asks in the conversation",
    about: "Before each change it shows the change to the user or contact in the conversation.",
  },
  read_write: { title: "It may change it", about: "The agent adds and rewrites. It cannot delete it." },
  admin: { title: "It may delete it, too", about: "The agent changes, archives and deletes it by itself." },
};

/**
 * Returns the name of a permission for an agent with which the block is shared. With `read_only`, the owning
 * agent can still write.
 */
export const shareLabel = (permission: BlockPermission): string =>
  permission === "read_only" ? "It only reads it" : PERMISSION_LABELS[permission].title;

export const BLOCK_KIND_LABELS: Record<BlockKind, Label> = {
  core: { title: "Core", about: "Lasting information: who you are, what you prefer." },
  working: { title: "Working", about: "Current information: a project, a plan." },
  archival: { title: "Archive", about: "Stored, and searched when needed." },
};

const whole = new Intl.NumberFormat("en");

export const formatCharCount = (chars: number, limit: number): string =>
  `${whole.format(chars)} of ${whole.format(limit)} characters`;

export const LAYER_LABELS: Record<MemoryLayer, Label> = {
  long: { title: "For good", about: "It stays until it is forgotten." },
  mid: { title: "For months", about: "Plans and projects: it expires 90 days after its last use." },
  short: { title: "For weeks", about: "Current matters: it expires 14 days after its last use." },
  session: { title: "For one conversation", about: "It ends with the conversation's session." },
};

/** Returns for example "70% sure", or "" for a certain fact. */
export const formatCertainty = (certainty: number): string =>
  certainty < 1 ? `${Math.round(certainty * 100)}% sure` : "";
