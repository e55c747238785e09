import { changeWords } from "@/lib/shared/change-words";
import type { Change } from "@/lib/shared/changes";
import { collectionVersion } from "@/lib/shared/data/documents-version";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { type Calls, type WrittenVersion, writtenIn, writtenUnattended } from "@/lib/store/hot/changes";
import { withoutContents } from "./revision-summaries";

/** Maximum number of versions that one request reads. */
const MAX_VERSIONS = 500;
const MAX_SCANNED = 2_000;

/** Lists what calls of some messages of a conversation changed, oldest first. */
export async function changesOfCalls(agentId: string, calls: Calls): Promise<Change[]> {
  const [versions, settings] = await Promise.all([
    writtenIn(agentId, calls, MAX_VERSIONS),
    readSettings(agentId),
  ]);
  const timeZone = timeZoneOf(settings);
  return groupVersions(versions, ({ messageId }) => messageId).flatMap((group) => worded(group, timeZone));
}

/** Lists what the agent changed in conversations of jobs and the pulse since an ISO time, newest first. */
export async function changesUnattended(agentId: string, since: string, max: number): Promise<Change[]> {
  const [versions, settings] = await Promise.all([
    writtenUnattended(agentId, since, { max: MAX_VERSIONS, maxScanned: MAX_SCANNED }),
    readSettings(agentId),
  ]);
  const timeZone = timeZoneOf(settings);
  return groupVersions(versions, () => "")
    .flatMap((group) => worded(group, timeZone))
    .reverse()
    .slice(0, max);
}

type Group = { first: WrittenVersion; last: WrittenVersion };

/**
 * Joins versions of an item with the same key into one change if nothing else changed the item between them.
 * `versions` are newest first. Returns the groups by their last version, oldest first.
 */
function groupVersions(
  versions: readonly WrittenVersion[],
  keyOf: (version: WrittenVersion) => string,
): Group[] {
  const parts = new Set(versions.map(otherPart));
  const groups = new Map<string, Group>();
  const open = new Map<string, string>();
  for (const version of versions.toReversed()) {
    if (parts.has(version.id)) continue;
    const { id, kind, name, beforeId } = version;
    const key = JSON.stringify([kind, name, keyOf(version)]);
    const openId = open.get(key) ?? "";
    const group = groups.get(openId);
    const isNext = kind !== "collection" && kind !== "database" && group?.last.id === beforeId;
    groups.delete(isNext ? openId : "");
    groups.set(id, { first: isNext && group ? group.first : version, last: version });
    open.set(key, id);
  }
  return [...groups.values()];
}

/** Returns the version of another collection that belongs to the same operation, and is undone with it. */
const otherPart = ({ kind, content }: WrittenVersion): string | undefined =>
  kind === "collection" ? collectionVersion.safeParse(content).data?.also : undefined;

/** Returns no change for an item that ends as it was. */
function worded({ first, last }: Group, timeZone: string): Change[] {
  const isLarge = first.isLarge || last.isLarge;
  const { isNew, before } = first;
  const { isDeleted, content } = last;
  const isSame = !isLarge && last.kind !== "collection" && JSON.stringify(before) === JSON.stringify(content);
  if ((isNew && isDeleted) || (isSame && last.kind !== "database")) return [];
  const whole = { isNew, isDeleted, before, content };
  const compared = isLarge ? withoutContents(whole) : whole;
  const { id, kind, name, title, state, conversationId, messageId, toolCallId, createdAt } = last;
  const words = changeWords({
    ...{ kind, name, title: title ?? first.title, timeZone },
    ...{ before: compared.before, after: compared.content },
  });
  return [
    {
      ...{ id, from: first.id, kind, name, words, isNew, isDeleted, state },
      ...{ conversationId, messageId, toolCallId, createdAt: new Date(createdAt).toISOString() },
    },
  ];
}
