import type { UIMessage } from "ai";
import { type MessageMetadata, messageMetadata } from "@/lib/shared/chat/metadata";

/** What the server says of a message; nothing where it says nothing that is understood. */
export const metadataOf = (message: UIMessage): MessageMetadata =>
  messageMetadata.safeParse(message.metadata).data ?? {};
