import type { CallToolResult } from "@modelcontextprotocol/server";
import { chatAddress } from "@/lib/doors/programs/address";
import { resourceAddress } from "./address";
import type { McpCall } from "./call";

export function mcpResultOf(call: McpCall): CallToolResult {
  const { outcome } = call;
  if (!outcome) return waitingFor(call);
  if (!outcome.ok) return { content: [{ type: "text", text: outcome.error }], isError: true };
  const { output } = outcome;
  const text = { type: "text" as const, text: asText(output) };
  if (!isRecord(output)) return { content: [text] };
  const { image, ...rest } = output;
  if (typeof image !== "string") return { content: [text], structuredContent: output };
  const picture = { type: "image" as const, data: image, mimeType: "image/png" };
  return { content: [picture, { ...text, text: asText(rest) }] };
}

export function callState(call: McpCall) {
  const { outcome, conversationId } = call;
  const url = chatAddress(conversationId);
  if (!outcome) return { status: statusOf(call), url };
  return outcome.ok ? { status: "done", output: outcome.output } : { status: "failed", error: outcome.error };
}

export function waitsFor({ conversationId, isWaiting }: McpCall): string {
  const url = chatAddress(conversationId);
  return isWaiting
    ? `This waits for the user, who can answer at ${url}. Give them this link.`
    : `This is still running; watch it at ${url}.`;
}

function waitingFor(call: McpCall): CallToolResult {
  const uri = resourceAddress("calls", [call.id]);
  return {
    content: [
      { type: "text", text: `${waitsFor(call)} The result will be at ${uri}.` },
      { type: "resource_link", uri, name: "The result", mimeType: "application/json" },
    ],
    structuredContent: { status: statusOf(call), url: chatAddress(call.conversationId), result: uri },
  };
}

const statusOf = ({ isWaiting }: McpCall) => (isWaiting ? "waiting" : "running");

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const asText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2);
