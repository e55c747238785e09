/** A received file. `id` is the service's id for its bytes. */
export type RemoteFile = { id: string; name: string; mediaType: string; size?: number };

type InboundSource = {
  chat: { id: string; kind: "private" | "group"; title: string };
  from: { id: string; name: string };
};

export type Inbound = InboundSource &
  (
    | {
        type: "message";
        externalId: string;
        text: string;
        files: RemoteFile[];
        /** When the sender wrote the message, in milliseconds since 1970. */
        at: number;
        /** In a group, whether the message is meant for the agent. Always true in a private chat. */
        isAddressed: boolean;
        /**
         * Origins of the text that the sender did not write, such as `telegram:forwarded`. They are
         * handled like web origins.
         */
        origins: string[];
        /** The server that verified the sender, if the service leaves that to others; null if none did. */
        verifiedBy?: string | null;
      }
    | {
        type: "edited";
        externalId: string;
        text: string;
        at: number;
        isAddressed: boolean;
        origins: string[];
      }
    | { type: "press"; pressId: string; data: string }
    /**
     * The service reports that it did not deliver a message. `isForNow`: it can be sent after the user's next
     * message.
     */
    | { type: "undelivered"; externalId: string; why: string; isForNow: boolean }
    /** The user has blocked or unblocked the agent. */
    | { type: "member"; isOpen: boolean }
    | { type: "moved"; to: string }
  );

export type InboundMessage = Extract<Inbound, { type: "message" }>;
