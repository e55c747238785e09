import { publicOrigin } from "@/lib/ground/base/env";

/** Returns the URL of a conversation in the workspace. */
export const linkTo = (conversationId: string): string => `${publicOrigin()}/chat/${conversationId}`;
