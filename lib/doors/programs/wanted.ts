import type { Message } from "@/lib/agent/message/message";
import type { ClientTool } from "@/lib/shared/programs/client";

/**
 * Item of a request. `param` is its path in the body, for errors, and `field` that of the output in the item. `value`
 * is the output if the program sent it as JSON, not as a text.
 */
export type Item = { param: string } & (
  | { kind: "user"; parts: Message["parts"] }
  | { kind: "assistant"; text: string; id: string | null }
  | { kind: "system"; text: string }
  | { kind: "call"; callId: string; name: string; arguments: string }
  | { kind: "output"; callId: string; output: string; field: string; value?: unknown }
  | { kind: "reference"; id: string }
);

/** A request of a program, in either format. */
export type Wanted = {
  model: string | null;
  items: Item[];
  previous: string | null;
  instructions: string;
  tools: ClientTool[];
  isStream: boolean;
  isStored: boolean;
  isBackground: boolean;
  hasUsage: boolean;
  maxOutputTokens: number | null;
  handlesAsks: boolean;
  /** Id of the last message of the request, after which a later request of the thread continues. */
  lastMessageId?: string;
  /** Fields that the response repeats. */
  echo: Record<string, unknown>;
};
