import { publicOrigin } from "@/lib/ground/base/env";

export const linkTo = (conversationId: string): string => `${publicOrigin()}/chat/${conversationId}`;
