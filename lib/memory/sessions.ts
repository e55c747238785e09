import { askToDivide } from "@/lib/store/divisions";

/** What a fact of the layer session says, in the category system, to end the session. */
export const NEW_SESSION = "__NEW_SESSION__";

/** Has the session of a conversation end as soon as nothing in it runs: what was to be kept as long as it lasts is forgotten then. */
export const divideSession = (agentId: string, conversationId: string): Promise<void> =>
  askToDivide({ agentId, conversationId });
