import { z } from "zod";
import { owned } from "@/lib/process";
import { AppError } from "@/lib/shared/errors";

const TIMEOUT_MS = 5_000;
const listing = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** Servers list these beside the models that chat. */
const NOT_FOR_CHAT = /embed|rerank|whisper|tts|dall-e|moderation/i;

/** The model that a server lists first. Asked once per server and process; a failure is asked again. */
export function firstModel(address: string, key: string | undefined): Promise<string> {
  const known = owned("models.listed", () => new Map<string, Promise<string>>());
  const server = JSON.stringify([address, key]);
  const before = known.get(server);
  if (before) return before;
  const asked = ask(address, key);
  known.set(server, asked);
  asked.catch(() => known.delete(server));
  return asked;
}

async function ask(address: string, key: string | undefined): Promise<string> {
  const url = `${address.replace(/\/+$/, "")}/models`;
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = await response.json().catch(() => undefined);
  } catch (cause) {
    throw failed(url, "gives no answer", "Start the model server there, or correct OPENAI_BASE_URL", cause);
  }
  if (response.status === 401 || response.status === 403) {
    throw failed(url, `refuses the key (${response.status})`, "Correct OPENAI_API_KEY");
  }
  const listed = listing.safeParse(body);
  if (!response.ok || !listed.success) {
    const what = response.ok ? "does not answer with a list of models" : `answers with ${response.status}`;
    throw failed(url, what, "Correct OPENAI_BASE_URL (it mostly ends in /v1)");
  }
  const names = listed.data.data.map(({ id }) => id);
  const name = names.find((id) => !NOT_FOR_CHAT.test(id)) ?? names[0];
  if (!name) throw failed(url, "lists no model", "Load a model into that server");
  return name;
}

function failed(url: string, what: string, remedy: string, cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    `No model could be chosen, because ${shown(url)} ${what}. ${remedy}, or name a model in EASEL_MODEL.`,
    { cause },
  );
}

/** An address without user, password and query. */
function shown(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
