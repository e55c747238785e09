import type { UIMessage } from "ai";
import { factsOfTool } from "./built-in-tools";
import { asTool, field, isRecord } from "./parts";

/** A screenshot from a tool call. `url` is a `data:` URL. */
export type Shot = { url: string; width: number; height: number };

/** The first bytes of every PNG, in base64. */
const PNG = "iVBORw0KGgo";

export function shotOf(output: unknown): Shot | undefined {
  const image = field(output, "image");
  if (!isRecord(output) || !image?.startsWith(PNG)) return undefined;
  const { width, height } = output;
  if (typeof width !== "number" || typeof height !== "number" || !(width > 0) || !(height > 0))
    return undefined;
  return { url: `data:image/png;base64,${image}`, width, height };
}

export function lastShot(messages: readonly UIMessage[]): Shot | undefined {
  for (const { parts } of messages.toReversed())
    for (const part of parts.toReversed()) {
      const tool = asTool(part);
      const isShot = tool && factsOfTool(tool.toolName)?.gives === "screenshot";
      const shot = isShot ? shotOf(tool.output) : undefined;
      if (shot) return shot;
    }
}
