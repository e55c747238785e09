import { timingSafeEqual } from "node:crypto";
import { componentOnSurface } from "@/lib/agent/surfaces/access";
import { addressOf } from "@/lib/doors/programs/address";
import { originsReceived } from "@/lib/doors/programs/received";
import { tokenOf } from "@/lib/ground/base/token";
import { baseOf } from "@/lib/shared/agents/agent-address";
import { LIBRARY_MESSAGE } from "@/lib/shared/chat/library-surface";
import { componentToolName } from "@/lib/shared/components/tool-name";
import { AppError } from "@/lib/shared/errors";
import type { ReadInput } from "@/lib/shared/mcp/component-calls";
import { joined } from "@/lib/shared/origins";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import type { OnSurface } from "@/lib/store/conversations/component-grants";
import { homeOf } from "@/lib/store/conversations/library-surfaces";

const PURPOSE = "mcp components";

export const mayShow = ({ tools }: Pick<McpToken, "tools">, component: string): boolean =>
  tools === null || tools.includes(componentToolName(component));

/**
 * Returns the proof with which a document calls for a component. The result of the tool that shows the component has it,
 * and apps cannot call that tool, so a document cannot act as another component. It is worthless without the token.
 */
export const proofOf = ({ id, agentId }: Pick<McpToken, "id" | "agentId">, component: string): string =>
  tokenOf(PURPOSE, `${id} ${agentId} ${component}`);

export function libraryComponent(agentId: string, name: string): Promise<OnSurface> {
  const id = { agentId, conversationId: homeOf(agentId, name), messageId: LIBRARY_MESSAGE, toolCallId: name };
  return componentOnSurface(id);
}

/**
 * Returns the component for which a document calls. It counts as having read the web text that the program has received,
 * because the program chose its props. Throws an AppError.
 */
export async function callingComponent(
  token: McpToken,
  { component, proof, bundle }: Omit<ReadInput, "call">,
): Promise<OnSurface> {
  if (!mayShow(token, component) || !isEqual(proof, proofOf(token, component)))
    throw new AppError("forbidden", "This document may not call for this component.");
  const surface = await libraryComponent(token.agentId, component);
  if (surface.shown.bundle !== bundle)
    throw new AppError("conflict", "This component has a newer version. Show it again.");
  return {
    ...surface,
    readWeb: joined(surface.readWeb, originsReceived(token.id)),
    program: token.name,
  };
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the page where the user sees the component and grants what it needs. */
export const pageOfComponent = (agentId: string, name: string): string =>
  addressOf(`${baseOf(agentId)}/agent/components/${encodeURIComponent(name)}`);
