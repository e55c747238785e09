import { generateImage, NoImageGeneratedError } from "ai";
import { safeFileName } from "@/lib/data/files/name";
import { put, read as readBytes } from "@/lib/ground/blobs/blobs";
import { OverBudget, reserveCall } from "@/lib/models/budget/reserve";
import { costOf } from "@/lib/models/providers/catalog";
import { explainModelError, isUncharged } from "@/lib/models/providers/errors";
import { diagnose, type FailureCode } from "@/lib/models/providers/failure";
import { type ResolvedImageModel, resolveImageModel } from "@/lib/models/providers/image-model";
import { raceAbort } from "@/lib/shared/abort";
import type { Budget } from "@/lib/shared/budget";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joined } from "@/lib/shared/origins";
import { readSettings } from "@/lib/store/agents/settings";
import { publish } from "@/lib/store/bus";
import { add, type FileRow, read } from "@/lib/store/data/files";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import { readSpender, release, type Spender } from "@/lib/store/loop/budgets";
import { sniffImage } from "./sniff";

export type ImageRequest = {
  agentId: string;
  prompt: string;
  description: string;
  sourceId?: string;
  conversationId: string;
  messageId: string;
  runId: string;
  toolCallId: string;
  signal: AbortSignal;
  /** Web origins whose text may be in the prompt. */
  origins?: readonly string[];
};

const MAX_BYTES = 25_000_000;
const MAX_SOURCE_BYTES = 20_000_000;
/** Estimated tokens of a created image and of a source image, for providers that bill images in tokens. */
const IMAGE_TOKENS = 6_300;
const SOURCE_TOKENS = 1_500;
const BYTES_A_TOKEN = 3.5;
/** Media types that all providers accept as a source image. */
const CHANGEABLE = new Set(["image/png", "image/jpeg", "image/webp"]);

/**
 * Creates or edits an image with the image model and stores it. Throws an AppError with a message for the
 * model.
 */
export async function makeImage(request: ImageRequest): Promise<FileRow & { width: number; height: number }> {
  const { agentId, prompt, description, sourceId, conversationId, messageId, toolCallId, signal } = request;
  const source = sourceId === undefined ? undefined : await sourceOf(agentId, sourceId);
  const settings = await readSettings(agentId);
  const chosen = await resolveImageModel(settings, {
    agentId,
    conversationId,
    messageId,
    toolCallId,
    tool: source ? "edit_image" : "generate_image",
  });
  if (source && (await chosen.model.supportsFileInputs) === false) {
    throw new AppError(
      "invalid",
      `The image model ${chosen.id} creates images but cannot edit any. Use generate_image, or tell the user to choose another one in Settings → Models.`,
    );
  }
  const bytes = await ask(
    { spender: await readSpender(agentId, request.runId), budget: settings.budget },
    chosen,
    source ? { text: prompt, images: [source.bytes] } : prompt,
    signal,
  );
  if (bytes.byteLength > MAX_BYTES) {
    throw new AppError(
      "too_large",
      "The image is larger than 25 MB, so it was not stored. Request a simpler one.",
    );
  }
  const image = await sniffImage(bytes);
  if (!image) {
    throw new AppError("unavailable", "The image model returned no displayable image. Retry once.");
  }
  const { mediaType, extension, width, height } = image;
  const blob = await put(bytes, MAX_BYTES);
  const file = await add(agentId, {
    ...blob,
    name: safeFileName(
      `${
        description
          .slice(0, 80)
          .replace(/[/\\.]+/g, " ")
          .trim() || "image"
      }.${extension}`,
    ),
    mediaType,
    width,
    height,
    origin: source ? "edited" : "generated",
    prompt,
    description,
    model: chosen.id,
    sourceId: source?.id,
    conversationId,
    messageId,
    toolCallId,
    origins: joined(request.origins ?? [], source?.origins ?? []),
  });
  publish({ type: "file", agent: agentId, id: file.id });
  return { ...file, width, height };
}

async function sourceOf(agentId: string, id: string) {
  const file = await read(agentId, id).catch((error: unknown) => {
    const isUnknown = isAppError(error) && error.code === "not_found";
    throw isUnknown ? unknownImage(id) : error;
  });
  if (!CHANGEABLE.has(file.mediaType)) {
    throw new AppError(
      "invalid",
      `image_id names a file of type ${file.mediaType}; only PNG, JPEG and WebP images can be edited. Ask the user for one of these.`,
    );
  }
  if (file.size > MAX_SOURCE_BYTES) {
    throw new AppError(
      "too_large",
      "image_id names an image larger than the 20 MB that can be edited. Ask for a smaller one.",
    );
  }
  const bytes = await readBytes(file.hash);
  if (!bytes) throw unknownImage(id);
  return { id: file.id, bytes, origins: file.origins };
}

const textTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);

type Prompt = Parameters<typeof generateImage>[0]["prompt"];

async function ask(
  { spender, budget }: { spender: Spender; budget: Budget },
  chosen: ResolvedImageModel,
  prompt: Prompt,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { model, id, baseUrl } = chosen;
  const inputTokens =
    typeof prompt === "string" ? textTokens(prompt) : textTokens(prompt.text ?? "") + SOURCE_TOKENS;
  const call = { model: chosen, inputTokens, outputTokens: IMAGE_TOKENS };
  let reservationId: string | undefined;
  try {
    reservationId = (await reserveCall(spender, budget, call))?.id;
    const made = () => generateImage({ model, prompt, abortSignal: signal, maxRetries: 0 });
    const { image, usage } = await raceAbort(made, signal);
    const { inputTokens = 0, outputTokens = 0 } = usage;
    const isCounted = inputTokens + outputTokens > 0;
    const cost = isCounted ? costOf(id, { inputTokens, outputTokens }, baseUrl) : undefined;
    await recordModelCall(spender, {
      ...{ model: id, inputTokens, outputTokens, cachedTokens: 0, cost: cost ?? null },
      reservationId,
    });
    return image.uint8Array;
  } catch (error) {
    if (reservationId && isUncharged(error)) await release(reservationId);
    signal.throwIfAborted();
    if (error instanceof OverBudget)
      throw new AppError("unavailable", `No image was created. ${error.message} Tell the user.`);
    throw imageFailure(error);
  }
}

const unknownImage = (id: string) =>
  new AppError(
    "not_found",
    `There is no image ${id.slice(0, 100)}. image_id is the mediaId of a result, or the id in /api/files/<id> of an attachment.`,
  );

const REFUSED =
  "The image model refused this because of its provider's content rules. Describe something else, or tell the user what was refused.";
const EMPTY =
  "The image model returned no image. Describe the image more plainly and call again; if it keeps failing, tell the user.";

const USER_FAILURES: ReadonlySet<FailureCode> = new Set([
  "bad_key",
  "out_of_credit",
  "unknown_model",
  "unreachable",
]);
const TRANSIENT_FAILURES: ReadonlySet<FailureCode> = new Set([
  "provider_down",
  "rate_limited",
  "stream_cut",
  "timed_out",
]);
const BLOCKED = /SAFETY|BLOCKLIST|PROHIBITED|SPII|RECITATION|content.?filter/i;

function imageFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (NoImageGeneratedError.isInstance(error)) {
    const metadata = JSON.stringify(error.calls?.map(({ providerMetadata }) => providerMetadata) ?? []);
    return new AppError("unavailable", BLOCKED.test(metadata) ? REFUSED : EMPTY, { cause: error });
  }
  const { code } = diagnose(error);
  return new AppError("unavailable", code === "refused" ? REFUSED : worded(code, error), { cause: error });
}

function worded(code: FailureCode, error: unknown): string {
  const message = `No image was created. ${explainModelError(error).message}`;
  if (USER_FAILURES.has(code)) return `${message} Only the user can fix that: tell them.`;
  return TRANSIENT_FAILURES.has(code) ? `${message} Retry once; then tell the user.` : message;
}
