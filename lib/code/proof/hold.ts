import { actingMember } from "@/lib/ground/base/acting";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { Proof } from "@/lib/shared/proofs/contract";
import type { ProvenItem } from "@/lib/store/agents/examples";
import { addProof, newestProof } from "@/lib/store/agents/proofs";
import { isRehearsal } from "@/lib/store/agents/rehearsals";
import { readSettings } from "@/lib/store/agents/settings";
import { dropPending, listTriedIn } from "@/lib/store/agents/trials";
import type { Add, By } from "@/lib/store/revisions";
import { wasRefused, whyHeld } from "./decide";

type Tx = Parameters<typeof dropPending>[1];

/** Whether a change of the prompt, of notes or of a skill is tried on turns before it goes live. */
export async function isHeld(agentId: string, { author }: By): Promise<boolean> {
  if (author !== "agent") return false;
  const { policy, budget } = (await readSettings(agentId)).proofs;
  return (policy === "ask" || (policy === "auto" && budget > 0)) && !(await isRehearsal(agentId));
}

/**
 * Stores a version that is not live, with a trial of it, which replaces an earlier one. Content that went back or was refused
 * waits for the user at once.
 */
export async function holdVersion(
  tx: Tx,
  add: Add,
  item: ProvenItem,
  { base, content, ...by }: By & { base: number; content: unknown },
): Promise<{ version: number; note: string }> {
  const isAgain = await wasRefused(item, content);
  const verdict = isAgain ? "again" : "none";
  const told = isAgain ? whyHeld({ verdict, cases: [], base }) : TRYING;
  const { version } = await add({ content, ...by, live: false, failure: told });
  await dropPending(item, tx);
  const state = isAgain ? "waiting" : "trying";
  await addProof(
    item,
    { version, base, verdict, state, cases: [], memberId: actingMember() ?? OWNER_ID },
    tx,
  );
  return { version, note: noteOf(calledOf(item), { kind: item.kind, version, base, verdict, told }) };
}

const TRYING = "it is first tried on recent turns";

type Held = Pick<Proof, "kind" | "version" | "base" | "verdict"> & { told: string };

function noteOf(called: string, { kind, version, base, verdict, told }: Held): string {
  const isBase = kind !== "skill" && verdict !== "worse" && verdict !== "again";
  const next = isBase ? version : base;
  return `Version ${version} of ${called} is stored and not live, because ${told}. Version ${base} stays live, and edits apply to version ${next}. The user can put version ${version} live in the inbox.`;
}

const NAMES: Partial<Record<ProvenItem["kind"], string>> = {
  system_prompt: "the system prompt",
  learned_notes: "the learned notes",
};

const calledOf = ({ kind, name }: ProvenItem): string => NAMES[kind] ?? `"${name}"`;

/** Returns a sentence for the agent about a version that is held or went back; otherwise null. */
export async function heldNoteOf(item: ProvenItem, live: number): Promise<string | null> {
  const proof = await newestProof(item);
  return proof && proof.version !== live ? noteOfProof(calledOf(item), proof) : null;
}

/**
 * Describes for the agent its changes of prompt, notes and skills in a conversation that a trial held or returned. Leaves
 * out the names of skills, because they may be text of others.
 */
export async function trialsText(agentId: string, conversationId: string): Promise<string> {
  const proofs = await listTriedIn(agentId, conversationId);
  const notes = proofs.flatMap((proof) => noteOfProof(NAMES[proof.kind] ?? "a skill", proof) ?? []);
  if (notes.length === 0) return "";
  return `# Your changes that are not live\n\n${notes.map((note) => `- ${note}`).join("\n")}`;
}

function noteOfProof(called: string, proof: Proof): string | null {
  const { state, version, base, verdict, cases, reason, kind } = proof;
  if (state === "returned")
    return `Version ${version} of ${called} went back by itself: ${reason}. Version ${base} is live.`;
  if (state !== "waiting" && state !== "trying") return null;
  const told = state === "trying" ? TRYING : whyHeld({ verdict, cases, base });
  return noteOf(called, { kind, version, base, verdict, told });
}
