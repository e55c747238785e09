import { endSessionFacts } from "@/lib/store/memories";

/** What a fact of the layer session says, in the category system, to end the session. */
export const NEW_SESSION = "__NEW_SESSION__";

/** Ends the session of a conversation: what was to be kept as long as it lasts is forgotten. */
export async function divideSession(agentId: string, conversationId: string): Promise<void> {
  await endSessionFacts(agentId, conversationId);
}
