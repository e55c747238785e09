import type { ImageModelV4 } from "@ai-sdk/provider";
import { env } from "@/lib/ground/base/env";
import type { Caller } from "@/lib/platform/egress/caller";
import { AppError } from "@/lib/shared/errors";
import { parseChoice } from "./index";
import type { ImageAccess, ModelProvider } from "./provider";
import { type ModelEnvironment, type ModelSettings, missingProvider, reach } from "./reach";

export type ResolvedImageModel = { model: ImageModelV4; id: string; baseUrl?: string };

export async function resolveImageModel(
  settings: ModelSettings,
  caller: Caller,
  environment: ModelEnvironment = env(),
): Promise<ResolvedImageModel> {
  const { imageModel } = settings.general;
  if (!imageModel)
    throw new AppError("invalid", "No image model is chosen. Choose one in Settings → Models.");
  const { provider, name, image } = parseImageChoice(imageModel);
  const found = reach(provider, settings, environment);
  const lack = missingProvider(provider, found);
  if (lack) throw lack;
  const { apiKey, baseUrl } = found;
  return { model: await image(name, { apiKey, baseUrl, caller }), id: imageModel, baseUrl };
}

type ImageChoice = {
  provider: ModelProvider;
  name: string;
  image: (name: string, access: ImageAccess) => Promise<ImageModelV4>;
};

export function parseImageChoice(choice: string): ImageChoice {
  const { provider, name } = parseChoice(choice);
  const { image, title } = provider;
  if (!image) {
    throw new AppError(
      "invalid",
      `${title} makes no images. Choose a model such as openai/gpt-image-2 or google/gemini-2.5-flash-image.`,
    );
  }
  return { provider, name, image };
}
