import { isRead } from "./access";
import { assertQuery } from "./query";
import { describeRemoteChange } from "./remote";
import type { DocumentsQuery } from "./work";
import { previewChange } from "./write";

const CREATES: ReadonlySet<string> = new Set(["createCollection", "createIndex", "listCollections"]);

/** Returns why a query of the agent must be approved because it changes data of another server, or null. */
export async function whyRemote(query: DocumentsQuery, agentId: string): Promise<string | null> {
  const { operation, collection } = query;
  if (isRead(operation) || CREATES.has(operation) || (collection !== "schedule" && collection !== "contacts"))
    return null;
  const { work } = assertQuery(query);
  const by = { author: "agent", cause: null } as const;
  const change = await previewChange(operation, work, { agentId, by }).catch(() => null);
  return change && describeRemoteChange({ agentId, collection }, change);
}
