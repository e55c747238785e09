import { publicOrigin } from "@/lib/ground/base/env";

export const addressOf = (path: string): string => new URL(path, publicOrigin()).href;

/** The base address of the APIs of OpenAI. */
export const apiAddress = (): string => addressOf("/v1");

export const agUiAddress = (): string => addressOf("/ag-ui");

/** The address of a conversation in the workspace. */
export const chatAddress = (conversationId: string): string => addressOf(`/chat/${conversationId}`);
