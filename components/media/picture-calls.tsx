"use client";

import { PictureFrame } from "@/components/kit/picture-frame";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { made } from "@/lib/shared/images/made";
import { PICTURE_TOOLS } from "@/lib/shared/images/tools";
import { MadePicture } from "./made-picture";

/** What calls in a row have made, or are making: its place is kept from the beginning. */
export function PictureCalls({ tools, isLive }: { tools: readonly ToolPart[]; isLive: boolean }) {
  return tools.map((tool, index) => {
    const { toolName, toolCallId, state, output } = tool;
    if (!PICTURE_TOOLS.has(toolName)) return null;
    // A provider may give two calls of a message one id.
    const key = `${index} ${toolCallId}`;
    if (isLive && (state === "input-available" || state === "approval-responded")) {
      return <PictureFrame key={key} />;
    }
    const picture = state === "output-available" ? made.safeParse(output).data : undefined;
    return picture && <MadePicture key={key} made={picture} />;
  });
}
