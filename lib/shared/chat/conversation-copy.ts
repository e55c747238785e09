import type { UIMessage } from "ai";
import { programFiles } from "../code/result";
import { made } from "../images/made";
import type { LeftOut } from "../shares";
import { factsOfTool, showsSurface } from "./built-in-tools";
import type { Ask } from "./contract";
import { type Cause, messageMetadata } from "./metadata";
import { asTool, field, isRecord, type Part, type ToolPart, timeOf } from "./parts";
import { pointIn } from "./points";
import { sentSurfaceOf } from "./surfaces/sheets";
import { versionsByCall } from "./surfaces/surface-versions";
import { type Surface, surfaceId, surfacesOf } from "./surfaces/surfaces";

export type ConversationCopy = {
  messages: UIMessage[];
  /** The surface that each call shows, by `messageId/toolCallId`. */
  surfaces: ReadonlyMap<string, Surface>;
};

/**
 * Returns the parts of a conversation that readers of its public link see: texts, files, questions with their answers,
 * surfaces, and tool calls unless they are left out. Any other kind of part stays out.
 */
export function conversationCopy(
  { messages, asks }: { messages: readonly UIMessage[]; asks: readonly Ask[] },
  leftOut: LeftOut,
): ConversationCopy {
  const all = versionsByCall(surfacesOf(messages, asks));
  const surfaces = new Map<string, Surface>();
  const isLeftOut = (messageId: string) => leftOut.messages.includes(messageId);
  const partOf = (messageId: string) => (part: Part) => {
    const tool = asTool(part);
    if (!tool) return copyOfPart(part, leftOut, isLeftOut);
    const id = surfaceId(messageId, tool.toolCallId);
    const surface = showsSurface(tool.toolName) ? all.get(id) : undefined;
    if (!surface || surface.state === "writing") return copyOfCall(tool, leftOut);
    surfaces.set(id, copyOfSurface(surface));
    return [ended(tool, {}, {})];
  };
  const copied = messages
    .filter(({ id }) => !isLeftOut(id))
    .map(
      (message): UIMessage => ({
        ...{ id: message.id, role: message.role, metadata: factsOf(message) },
        parts: message.parts.flatMap(partOf(message.id)),
      }),
    );
  return { messages: copied.filter(({ parts }) => parts.length > 0), surfaces };
}

/** A message without its cause, model, cost and calls. The cause of a message that no user wrote has no name. */
function factsOf(message: UIMessage): { createdAt?: string; cause?: Cause } {
  const { cause, program, helper } = messageMetadata.safeParse(message.metadata).data ?? {};
  const createdAt = timeOf(message);
  return {
    ...(createdAt !== undefined && { createdAt }),
    ...((cause || program || helper) && { cause: { kind: "once", jobId: "", name: "", dueAt: "" } }),
  };
}

const ended = ({ toolName, toolCallId }: ToolPart, input: unknown, output: unknown): Part => ({
  ...{ type: "dynamic-tool", state: "output-available" },
  ...{ toolName, toolCallId, input, output },
});

/** Readers get the source of a component only as the code of its frame, and no answer to it. */
function copyOfSurface(surface: Surface): Surface {
  const { id, messageId, toolCallId, call, step, title, kind, input, component, answer, at, state } = surface;
  const isComponent = kind === "component";
  const fields = isRecord(input) ? input : {};
  return {
    ...{ id, messageId, toolCallId, call, step, title, kind, at, state },
    ...{ isAsked: false, because: undefined, answeredAt: undefined, versions: [] },
    input: isComponent ? { props: fields.props } : { title: fields.title, blocks: fields.blocks },
    component: component && { bundle: component.bundle },
    answer: isComponent ? undefined : answer,
  };
}

function copyOfPart(part: Part, leftOut: LeftOut, isLeftOut: (messageId: string) => boolean): Part[] {
  if (part.type === "text") return [{ type: "text", text: part.text }];
  if (part.type === "file") {
    const { type, url, mediaType, filename } = part;
    return leftOut.files ? [] : [{ type, url, mediaType, filename }];
  }
  const point = pointIn(part);
  if (point) return isLeftOut(point.messageId) ? [] : [{ type: "data-point", data: point }];
  const sent = sentSurfaceOf(part);
  if (!sent || isLeftOut(sent.messageId)) return [];
  const { messageId, toolCallId, title, output, shown = output } = sent;
  return [{ type: "data-answer", data: { messageId, toolCallId, title, output: shown } }];
}

function copyOfCall(tool: ToolPart, leftOut: LeftOut): Part[] {
  const { toolName, toolCallId, state, input, output, errorText } = tool;
  const shows = factsOfTool(toolName)?.shows;
  if (shows === "message" && !state.startsWith("approval")) {
    const text = field(input, "text") ?? "";
    return text ? [{ type: "text", text }] : [];
  }
  if (shows === "question" && state === "output-available") {
    const options = isRecord(input) ? input.options : undefined;
    return [
      ended(tool, { question: field(input, "question"), options }, { answer: field(output, "answer") }),
    ];
  }
  if (leftOut.tools) return leftOut.files ? [] : filesOfCall(tool);
  if (state === "output-available") return [ended(tool, input, output)];
  return state === "output-error" && errorText !== undefined
    ? [{ type: "dynamic-tool", toolName, toolCallId, state, input, errorText }]
    : [];
}

/** The images and files that a call made, without the call. */
function filesOfCall(tool: ToolPart): Part[] {
  const files = programFiles(tool).map(({ url, name, mediaType }) => ({ url, mediaType, filename: name }));
  const isPicture = factsOfTool(tool.toolName)?.gives === "picture";
  const image = isPicture ? made.safeParse(tool.output).data : undefined;
  const images = image ? [{ url: image.url, mediaType: "image/png", filename: image.description }] : [];
  return [...files, ...images].map((file) => ({ type: "file", ...file }));
}
