import type { NewRequest } from "@/lib/store/activity/requests";

export const requestOf = (agentId: string, over: Partial<NewRequest> = {}): NewRequest => ({
  agentId,
  conversationId: null,
  messageId: null,
  toolCallId: null,
  tool: null,
  via: "fetch",
  method: "GET",
  url: "https://example.com/",
  host: "example.com",
  address: "93.184.216.34",
  status: 200,
  sent: 0,
  received: 100,
  ms: 10,
  verdict: "allowed",
  reason: null,
  at: new Date().toISOString(),
  ...over,
});
