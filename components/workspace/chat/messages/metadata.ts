import type { UIMessage } from "ai";
import { type MessageMetadata, messageMetadata } from "@/lib/shared/chat/metadata";

/** Returns the server's metadata of a message, or an empty object if it is missing or invalid. */
export const metadataOf = (message: UIMessage): MessageMetadata =>
  messageMetadata.safeParse(message.metadata).data ?? {};
