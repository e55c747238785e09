import { newId } from "../deltas.ts";
import type { Incoming } from "../format.ts";
import { sign } from "./signature.ts";

export type Item = {
  type: "message" | "reasoning" | "function_call";
  id: string;
  text: string;
  body(status: "in_progress" | "completed", wants: Incoming["wants"]): object;
};

export const textPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });

export const messageItem = (): Item => ({
  type: "message",
  id: newId("msg"),
  text: "",
  body(status) {
    const content = status === "completed" ? [textPart(this.text)] : [];
    return { id: this.id, type: "message", role: "assistant", status, content };
  },
});

export const reasoningItem = (): Item => ({
  type: "reasoning",
  id: newId("rs"),
  text: "",
  body(status, { encryptedReasoning }) {
    const summary = this.text ? [{ type: "summary_text", text: this.text }] : [];
    const isWhole = status === "completed" && encryptedReasoning;
    return { id: this.id, type: "reasoning", summary, ...(isWhole && { encrypted_content: sign(this.id) }) };
  },
});

export const callItem = (name: string, call_id: string): Item => ({
  type: "function_call",
  id: newId("fc"),
  text: "",
  body(status) {
    return { id: this.id, type: "function_call", status, arguments: this.text, call_id, name };
  },
});
