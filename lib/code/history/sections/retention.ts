import { z } from "zod";
import { factContent } from "@/lib/shared/memory/facts";
import { LABEL, MAX_CONTEXT_BLOCKS } from "@/lib/shared/memory/memory";
import { isoTime } from "@/lib/shared/text/iso-time";
import {
  type Coming,
  factsToKeep,
  importRetention,
  pinnedBlocks,
  readPinned,
} from "@/lib/store/agents/exported-retention";
import { hashOf } from "@/lib/store/memory/memories";
import type { FileItem } from "../agent-file";
import { refuseFile } from "../file-problem";
import { changeOfItem, defineSection } from "./define";

const fact = z.strictObject({
  id: z.uuid(),
  pinned: z.boolean(),
  expiresAt: isoTime.nullable(),
});

/** Pinned blocks and facts, and the expiry of facts. Versions do not contain these. */
export const retention = defineSection({
  async *write(agentId, read) {
    const blocks: string[] = [];
    for await (const { label } of read<{ label: string }>(pinnedBlocks(agentId))) blocks.push(label);
    let before = `{"blocks":${JSON.stringify(blocks)},"facts":[`;
    let isEmpty = blocks.length === 0;
    for await (const row of read<z.infer<typeof fact>>(factsToKeep(agentId))) {
      yield `${before}\n${JSON.stringify(row)}`;
      before = ",";
      isEmpty = false;
    }
    if (!isEmpty) yield before === "," ? "]}" : `${before}]}`;
  },
  file: z.strictObject({
    blocks: z.array(z.string().regex(LABEL, "It is not a valid block label")).max(MAX_CONTEXT_BLOCKS),
    facts: z.array(fact).max(50_000),
  }),
  async plan(agentId, input, _, items) {
    const here = await readPinned(agentId);
    const contents = contentsOf(items);
    const seen = new Set<string>();
    const facts: Coming[] = [];
    for (const [at, { id, ...one }] of input.facts.entries()) {
      if (seen.has(id)) throw refuseFile(["retention", "facts", at], "the fact appears twice");
      seen.add(id);
      const content = contents.get(id);
      if (!content) continue;
      const isPinned = here.facts.get(`${content.layer} ${content.hash}`);
      // For a fact that exists here, import only a missing pin, and never the expiry.
      if (isPinned === undefined || (one.pinned && !isPinned))
        facts.push({ ...one, ...content, isNew: isPinned === undefined });
    }
    const coming = new Set(items.flatMap(({ kind, name, live }) => (kind === "block" && live ? name : [])));
    const blocks = input.blocks.filter((label) => coming.has(label) && !here.blocks.has(label));
    if (blocks.length + facts.length === 0) return { same: 1, planned: [] };
    const pins = blocks.length + facts.filter(({ pinned }) => pinned).length;
    const ends = facts.filter(({ isNew, expiresAt }) => isNew && expiresAt !== null).length;
    return {
      same: 0,
      planned: [
        {
          change: changeOfItem("setting", "retention", "create", {
            title: "Pins and expiry of facts",
            detail: `${pins.toLocaleString("en")} pinned, ${ends.toLocaleString("en")} with an expiry`,
          }),
          digest: JSON.stringify([blocks, facts]),
          putWith: (tx) => importRetention(tx, agentId, { blocks, facts }),
        },
      ],
    };
  },
});

/**
 * Returns the contents of the file's facts by their ids in the file, which may differ from the ids here.
 * Skips facts that belong to a conversation, because they are deleted with it.
 */
function contentsOf(items: readonly FileItem[]) {
  const found = new Map<string, Pick<Coming, "layer" | "hash">>();
  for (const { kind, name, live } of items) {
    if (kind !== "memory" || !live) continue;
    const { layer, content } = factContent.parse(live.content);
    if (layer !== "session") found.set(name, { layer, hash: hashOf(content) });
  }
  return found;
}
