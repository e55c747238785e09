import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Equipment } from "@/lib/agent/message/equipment";
import { chatAddress } from "@/lib/doors/programs/address";
import { toolsFor } from "@/lib/doors/programs/tools";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { waitForNotice } from "@/lib/store/bus";
import { findCall, type McpCall, makeCall } from "./call";
import { answerForm, formOf, type McpForm } from "./form";
import { mcpResultOf, waitsFor } from "./result";

/**
 * Maximum time that a request waits for the user, if the program gets progress notifications and if it does
 * not.
 */
const MAX_WAIT_MS = 15 * 60_000;
const MAX_SILENCE_MS = 25_000;
const LINK = "link";
const FORM = "form";

const capabilities = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.object({ url: z.object({}).optional(), form: z.object({}).optional() }),
  }),
});

type Wanted = { name: string; input: unknown };
type McpRequest = Pick<
  ServerContext["mcpReq"],
  "envelope" | "inputResponses" | "notify" | "requestState" | "signal" | "_meta"
>;

/**
 * Calls a tool. If the call waits for the user, the program gets a form or a link to the conversation, whichever it
 * supports: as input that it asks the user for before it resumes the call (2026-07-28), as progress while it waits, or as
 * the result.
 */
export async function callToolForProgram(
  token: McpToken,
  wanted: Wanted,
  asked: McpRequest,
  equipment: Equipment,
) {
  const before = asked.requestState<string>();
  const call = before === undefined ? await begin(token, wanted, equipment) : await earlier(token, before);
  if (call.outcome) return mcpResultOf(call);
  const can = inputsOf(asked);
  const form = can.forms ? await formOf(call) : null;
  const asks = form !== null || can.links;
  if (asks && before === undefined) return inputFor(call, form);
  const content = form && acceptedIn(asked);
  const problem = content ? await answerForm(token, call, form, content, equipment) : null;
  if (problem !== null) return inputFor(call, form, problem);
  const getsProgress = asked._meta?.progressToken !== undefined;
  if (!asks && before === undefined && !getsProgress) return mcpResultOf(call);
  const over = await waitForOutcome(call, {
    ...{ token, signal: asked.signal, maxMs: getsProgress ? MAX_WAIT_MS : MAX_SILENCE_MS },
    onWait: progressNotifier(asked),
  });
  return over.outcome || !asks || isDeclined(asked) ? mcpResultOf(over) : inputFor(over, form);
}

/** By the protocol, a client that names no mode supports forms. */
function inputsOf({ envelope }: McpRequest): { forms: boolean; links: boolean } {
  const elicitation = capabilities.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY].elicitation;
  const links = elicitation?.url !== undefined;
  return { links, forms: elicitation !== undefined && (elicitation.form !== undefined || !links) };
}

async function begin(token: McpToken, { name, input }: Wanted, equipment: Equipment): Promise<McpCall> {
  const offered = (await toolsFor(token, equipment)).get(name);
  if (!offered) throw invalid(`There is no tool ${name} for this token.`);
  return makeCall(token, { toolName: name, toolset: offered.toolset, input }, equipment);
}

/**
 * Returns the call that a program resumes. Only the token that made the call can find it, so the id needs no
 * signature.
 */
async function earlier(token: McpToken, id: string): Promise<McpCall> {
  const call = await findCall(token, id);
  if (!call) throw invalid("The call to resume no longer exists. Call the tool again.");
  return call;
}

function inputFor(call: McpCall, form: McpForm | null, problem?: string): InputRequiredResult {
  const url = chatAddress(call.conversationId);
  const inputRequests: InputRequests = form
    ? { [FORM]: inputRequired.elicit(elicited(form, problem)) }
    : { [LINK]: inputRequired.elicitUrl({ message: waitsFor(call), url }) };
  return inputRequired({ inputRequests, requestState: call.id });
}

const elicited = ({ message, requestedSchema }: McpForm, problem: string | undefined) => ({
  message: problem === undefined ? message : `${problem}\n\n${message}`,
  requestedSchema,
});

function acceptedIn({ inputResponses }: McpRequest): Record<string, unknown> | undefined {
  const response = inputResponse(inputResponses, FORM);
  return response.kind === "elicit" && response.action === "accept" ? response.content : undefined;
}

const isDeclined = ({ inputResponses }: McpRequest): boolean =>
  [FORM, LINK].some((key) => {
    const response = inputResponse(inputResponses, key);
    return response.kind === "elicit" && response.action !== "accept";
  });

function progressNotifier({ _meta, notify }: McpRequest): (call: McpCall) => Promise<void> {
  let progress = 0;
  return async (call) => {
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message: waitsFor(call) };
    await notify({ method: "notifications/progress", params });
  };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** Interval of progress notifications: many programs give up after a minute of silence. */
const PROGRESS_MS = 10_000;

type Waiting = {
  token: McpToken;
  signal: AbortSignal;
  maxMs: number;
  onWait: (call: McpCall) => Promise<void>;
};

/**
 * Waits until the call has an outcome, the program disconnects or `maxMs` have passed. Returns the latest state
 * of the call.
 */
async function waitForOutcome(call: McpCall, { token, signal, maxMs, onWait }: Waiting): Promise<McpCall> {
  const until = performance.now() + maxMs;
  let [now, notifiedAt] = [call, Number.NEGATIVE_INFINITY];
  const left = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  while (!now.outcome && !signal.aborted && performance.now() < until) {
    if (performance.now() - notifiedAt >= PROGRESS_MS) {
      await onWait(now);
      notifiedAt = performance.now();
    }
    const changed = waitForNotice(
      (notice) => notice.type === "conversation" && notice.id === call.conversationId,
      Math.min(notifiedAt + PROGRESS_MS, until) - performance.now(),
    );
    // Read the call after subscribing, because the user may have answered before.
    const next = await findCall(token, call.id);
    if (!next) break;
    now = next;
    if (!now.outcome) await Promise.race([changed, left]);
  }
  return now;
}
