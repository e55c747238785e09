import { publicOrigin } from "@/lib/ground/base/env";

export const addressOf = (path: string): string => new URL(path, publicOrigin()).href;

/** The address of a conversation in the workspace. */
export const chatAddress = (conversationId: string): string => addressOf(`/chat/${conversationId}`);
