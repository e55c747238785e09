import type { Format } from "../format.ts";
import { anthropic } from "./anthropic.ts";
import { chatCompletions } from "./chat-completions.ts";
import { gateway } from "./gateway.ts";
import { gatewayImages } from "./gateway-images.ts";
import { gemini } from "./gemini.ts";
import { openaiImages } from "./openai-images.ts";
import { responses } from "./responses.ts";

export const formats: readonly Format[] = [
  chatCompletions,
  responses,
  anthropic,
  gemini,
  gateway,
  openaiImages,
  gatewayImages,
];
