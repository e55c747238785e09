import type { UIMessage } from "ai";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { conversationDocument, type Options, surfaceDocument } from "./document";
import type { Exportable } from "./index";

export const options: Options = {
  now: "2026-11-22T08:00:00Z",
  timeZone: "Europe/Lisbon",
  drawDiagram: async () => undefined,
  drawChart: async () => ({
    wide: '<svg viewBox="0 0 640 240"></svg>',
    narrow: '<svg viewBox="0 0 356 240"></svg>',
  }),
  query: async () => undefined,
  breathe: async () => {},
};

export const conversation = (messages: UIMessage[], asks: Exportable["asks"] = []): Exportable => ({
  conversation: {
    id: "c",
    title: "What sold?",
    createdAt: "2026-11-21T09:00:00Z",
    updatedAt: "2026-11-21T10:30:00Z",
  },
  messages,
  asks,
});

export const user = (text: string, id = "u"): UIMessage => ({
  id,
  role: "user",
  metadata: { createdAt: "2026-11-21T09:00:00Z" },
  parts: [{ type: "text", text }],
});

export const agent = (...parts: UIMessage["parts"]): UIMessage => ({ id: "a", role: "assistant", parts });

export const painted = (
  input: unknown,
  output: unknown = { action: "dismiss" },
): UIMessage["parts"][number] => ({
  type: "tool-render_blocks",
  toolCallId: "1",
  state: "output-available",
  input,
  output,
});

export async function written(from: Exportable, over: Partial<Options> = {}): Promise<string> {
  return (await Array.fromAsync(conversationDocument(from, { ...options, ...over }))).join("");
}

export async function writtenSurface(surface: Surface, over: Partial<Options> = {}): Promise<string> {
  return (await Array.fromAsync(surfaceDocument(surface, { ...options, ...over }))).join("");
}
