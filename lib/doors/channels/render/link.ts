import { publicOrigin } from "@/lib/ground/base/env";

/** Where a conversation is in the workspace. */
export const linkTo = (conversationId: string): string => `${publicOrigin()}/chat/${conversationId}`;
