/** A file that somebody sent, by which the service gives its bytes. */
export type RemoteFile = { id: string; name: string; mediaType: string; size?: number };

type Where = {
  chat: { id: string; kind: "private" | "group"; title: string };
  from: { id: string; name: string };
};

/** What an update of a service means to the agent. */
export type Inbound = Where &
  (
    | {
        type: "message";
        /** By which the service names it. */
        externalId: string;
        text: string;
        files: RemoteFile[];
        /** When it was written, in ms. */
        at: number;
        /** In a group: whether it is meant for the agent. Always so in a private chat. */
        isAddressed: boolean;
        /** Whose words are in it that are not the sender's, such as `telegram:forwarded`: marks, as the web leaves them. */
        origins: string[];
      }
    /** What was said before in the message of this id now reads so. */
    | {
        type: "edited";
        externalId: string;
        text: string;
        at: number;
        isAddressed: boolean;
        origins: string[];
      }
    /** A button was pressed: `data` is what it was shown with. */
    | { type: "press"; pressId: string; data: string }
    /** What was sent to the chat did not arrive after all. `isForNow`: it can be sent when something comes from the chat again. */
    | { type: "undelivered"; externalId: string; why: string; isForNow: boolean }
    /** The person has blocked the agent, or let it in again. */
    | { type: "member"; isOpen: boolean }
    /** A group goes on under another id. */
    | { type: "moved"; to: string }
  );

export type InboundMessage = Extract<Inbound, { type: "message" }>;
