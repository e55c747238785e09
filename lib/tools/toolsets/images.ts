import { z } from "zod";
import { readImage } from "@/lib/store/data/media";
import { makeImage } from "@/lib/web/images/make";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";

const prompt = z.string().trim().min(1, "Describe the image").max(32_000);
const description = z.string().trim().min(1).max(500);

const imageId = z
  .string()
  .trim()
  .transform((text) => text.replace(/^.*\/api\/files\//, ""))
  .pipe(z.uuid("Give the mediaId of an image"));

const newImage = z.object({
  prompt: prompt.describe("All that matters: subject, style, light, text in it"),
  short_description: description.describe("Alt text"),
});
const changedImage = z.object({ image_id: imageId, prompt, short_description: description });

type Wanted = z.output<typeof newImage> & { image_id?: string };

async function createImage({ prompt, short_description, image_id }: Wanted, context: ToolContext) {
  const { agentId, conversationId, messageId, runId, toolCallId, signal } = context;
  const { id, url, width, height } = await makeImage({
    agentId,
    prompt,
    description: short_description,
    sourceId: image_id,
    conversationId,
    messageId,
    runId,
    toolCallId,
    signal,
    origins: context.origins(),
  });
  return { mediaId: id, url, description: short_description, width, height };
}

/** Large models take minutes for one image. */
const TIMEOUT_MS = 300_000;

export const imageTools = defineBuiltIn({
  id: "images",
  title: "Images",
  category: "world",
  prompt:
    "The user sees each image in the chat at once, so do not repeat it there; its url works in an image block. edit_image takes any image of this workspace, including the user's attachments.",
  mode: "on_demand",
  lacks: ({ general }) =>
    general.imageModel
      ? null
      : { code: "noImageModel", text: "No image model is chosen in Settings → Models." },
  tools: {
    generate_image: defineTool({
      title: "Create an image",
      help: "Creates an image from a description, with the image model of the settings.",
      description: "Creates an image. Returns { mediaId, url, description, width, height }.",
      input: newImage,
      hints: { writes: ["files"] },
      timeoutMs: TIMEOUT_MS,
      // Creating an image does no harm, so it needs no approval after web text was read.
      afterWeb: false,
      refuses: null,
      execute: createImage,
    }),
    edit_image: defineTool({
      title: "Edit an image",
      help: "Creates a changed copy of an image.",
      description:
        "Creates a changed copy of an image; prompt says what changes. Returns the same fields as generate_image.",
      input: changedImage,
      refuses: ({ image_id }, { agentId }) => readImage(agentId, image_id),
      hints: { reads: ["files"], writes: ["files"] },
      timeoutMs: TIMEOUT_MS,
      afterWeb: false,
      execute: createImage,
    }),
  },
});
