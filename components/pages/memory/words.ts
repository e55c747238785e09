import type { BlockKind, BlockPermission, MemoryLayer } from "@/lib/shared/memory/memory";

type Words = { title: string; about: string };

/** User-facing names of the agent's permissions on a block. The user can always do everything. */
export const PERMISSION_WORDS: Record<BlockPermission, Words> = {
  read_only: { title: "Only you write it", about: "The agent reads it and cannot change it." },
  append: { title: "It may add", about: "The agent adds at the end. What stands there stays." },
  partner: {
    title: "It asks you each time",
    about: "Before each change you see what would change. Only you, the owner, can agree.",
  },
  human: {
    title: "It asks whoever it talks to",
    about: "Before each change it shows what would change to whoever speaks in the conversation.",
  },
  read_write: { title: "It may change it", about: "The agent adds and rewrites. It cannot delete it." },
  admin: { title: "It may delete it, too", about: "The agent changes, archives and deletes it by itself." },
};

/**
 * Returns the name of a permission for an agent with which the block is shared. With `read_only`, the owning
 * agent can still write.
 */
export const shareWords = (permission: BlockPermission): string =>
  permission === "read_only" ? "It only reads it" : PERMISSION_WORDS[permission].title;

export const KIND_WORDS: Record<BlockKind, Words> = {
  core: { title: "Core", about: "What holds for good: who you are, how you like things." },
  working: { title: "Working", about: "What matters for now: a project, a plan." },
  archival: { title: "Archive", about: "Kept, and looked up when it is needed." },
};

const whole = new Intl.NumberFormat("en");

export const charsWords = (chars: number, limit: number): string =>
  `${whole.format(chars)} of ${whole.format(limit)} characters`;

export const LAYER_WORDS: Record<MemoryLayer, Words> = {
  long: { title: "For good", about: "It stays until it is forgotten." },
  mid: { title: "For months", about: "Plans and projects: it ends 90 days after it was last needed." },
  short: { title: "For weeks", about: "What matters now: it ends 14 days after it was last needed." },
  session: { title: "For one conversation", about: "It ends with the conversation's session." },
};

/** Returns for example "70% sure", or "" for a certain fact. */
export const certaintyWords = (certainty: number): string =>
  certainty < 1 ? `${Math.round(certainty * 100)}% sure` : "";
