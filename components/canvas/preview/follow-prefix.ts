import { ApiError, jsonBody, request } from "@/components/client/request";
import { MAX_PREVIEW, preview } from "@/lib/shared/components/contract";

/** At most so often is asked what can be shown. */
export const EVERY_MS = 150;

/** What nobody has answered, or nothing could be shown of, is asked once more after this, and each time twice as late. */
const AGAIN_MS = 1_000;
const LATEST_MS = 16_000;

type Made = { js: string; css: string };

/**
 * Asks for what can be shown of code that is being written, again and again until `signal` ends, and gives each version that
 * is another one. A server that has much to do is asked less often.
 */
export function followPrefix(read: () => string, onMade: (made: Made) => void, signal: AbortSignal): void {
  let known: string | undefined;
  let asked = "";
  let wait = AGAIN_MS;
  let due = Number.POSITIVE_INFINITY;
  const look = async () => {
    const began = performance.now();
    const code = read();
    const isFit = code.trim() !== "" && code.length <= MAX_PREVIEW;
    if (isFit && (code !== asked || began >= due) && !document.hidden) {
      wait = code === asked ? Math.min(wait * 2, LATEST_MS) : AGAIN_MS;
      asked = code;
      const answer = await ask(code, known, signal);
      if (signal.aborted) return;
      due = answer ? Number.POSITIVE_INFINITY : performance.now() + wait;
      known = answer?.hash ?? known;
      if (answer?.made) onMade(answer.made);
    }
    const took = performance.now() - began;
    const timer = setTimeout(look, Math.max(EVERY_MS - took, took));
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  };
  void look();
}

/** Nothing where there is nothing to show, or nobody to ask: the next word of the code asks again. */
async function ask(code: string, known: string | undefined, signal: AbortSignal) {
  try {
    const response = await request("/api/previews", { method: "POST", ...jsonBody({ code, known }), signal });
    return response.status === 204 ? undefined : preview.parse(await response.json());
  } catch (error) {
    if (error instanceof ApiError || error instanceof TypeError || signal.aborted) return undefined;
    throw error;
  }
}
