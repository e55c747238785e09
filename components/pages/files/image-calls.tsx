"use client";

import { Download, Pencil } from "lucide-react";
import { useState } from "react";
import { attachHere } from "@/components/client/attach-file";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { tipOf } from "@/components/ui/icon-button";
import { ImageFrame } from "@/components/ui/kit/images/image-frame";
import { NoImage } from "@/components/ui/kit/images/no-image";
import { ZoomableImage } from "@/components/ui/kit/images/zoomable-image";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/files";
import { type Made, made } from "@/lib/shared/images/made";
import { readFile } from "./api";

export function ImageCalls({ tools, isLive }: { tools: readonly ToolPart[]; isLive: boolean }) {
  return tools.map((tool, index) => {
    const { toolName, toolCallId, state, output } = tool;
    if (factsOfTool(toolName)?.gives !== "picture") return null;
    // Include the index, because a provider may assign the same id to two calls of a message.
    const key = `${index} ${toolCallId}`;
    if (isLive && (state === "input-available" || state === "approval-responded")) {
      return <ImageFrame key={key} />;
    }
    const image = state === "output-available" ? made.safeParse(output).data : undefined;
    return image && <MadeImage key={key} made={image} />;
  });
}

function MadeImage({ made: { mediaId, url, description, width, height } }: { made: Made }) {
  const [isBroken, setBroken] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (isBroken) return <NoImage title={description} why={t("imageGone")} />;

  const goOn = async () => {
    setProblem(null);
    try {
      attachHere((await readFile(mediaId)).file);
    } catch (error) {
      setProblem(failureText(error));
    }
  };
  const caption = (
    <>
      <span
        role={problem ? "alert" : undefined}
        title={description}
        className="mr-auto min-w-0 truncate text-meta text-ink-3"
      >
        {problem ?? description}
      </span>
      <Button variant="ghost" size="sm" onClick={() => void goOn()}>
        <Pencil aria-hidden />
        {t("editImage")}
      </Button>
      <Button asChild variant="ghost" size="icon-sm">
        <a href={`${url}?download=1`} download aria-label={t("downloadImage")} {...tipOf(t("downloadImage"))}>
          <Download aria-hidden />
        </a>
      </Button>
    </>
  );
  return (
    <ImageFrame ratio={width / height} caption={caption}>
      <ZoomableImage
        url={url}
        alt={description}
        className="flex h-full max-w-full items-center justify-center"
        imageClass="max-h-full rounded-none"
        onBroken={() => setBroken(true)}
      />
    </ImageFrame>
  );
}
