import { ApiError, jsonBody, request } from "@/components/client/request";
import type { CodeSoFar } from "@/lib/shared/chat/code-so-far";
import { MAX_PREVIEW, preview } from "@/lib/shared/components/contract";

export const EVERY_MS = 150;

/** Delay before another request after one without a result. It doubles each time. */
const AGAIN_MS = 1_000;
const LATEST_MS = 16_000;
const MAX_REFUSED = 20;

type Made = { js: string; css: string };

/**
 * Requests previews of growing code until `signal` aborts, and calls `onMade` with each new version. `read` returns
 * candidates, the longest first; if the server cannot show one, the next is tried. A slow server gets fewer requests.
 * Returns a function to call when the code has grown; call it with `true` when the code is complete, to request it at
 * once.
 */
export function followPrefix(
  read: () => readonly CodeSoFar[],
  onMade: (made: Made) => void,
  signal: AbortSignal,
): (isLast?: boolean) => void {
  const refused = new Set<string>();
  let previousId: string | undefined;
  let asked = "";
  let wait = AGAIN_MS;
  let due = Number.POSITIVE_INFINITY;
  let earliest = 0;
  let isAsking = false;
  let isLastDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    clearTimeout(timer);
    isLastDue = false;
    const began = performance.now();
    const codes = document.hidden ? [] : read().filter(isFit);
    const next = codes.find(({ code }) => !refused.has(code)) ?? codes[0];
    if (next && (next.code !== asked || began >= due)) {
      wait = next.code === asked ? Math.min(wait * 2, LATEST_MS) : AGAIN_MS;
      asked = next.code;
      isAsking = true;
      const answer = await ask(next, previousId, signal);
      isAsking = false;
      if (signal.aborted) return;
      const now = performance.now();
      earliest = Math.max(began + EVERY_MS, now + (now - began));
      due = answer ? Number.POSITIVE_INFINITY : now + wait;
      if (!answer) refused.add(next.code);
      for (const oldest of refused) if (refused.size > MAX_REFUSED) refused.delete(oldest);
      previousId = answer?.hash ?? previousId;
      if (answer?.made) onMade(answer.made);
    }
    const rest = earliest - performance.now();
    timer = setTimeout(look, isLastDue ? 0 : rest > 0 ? rest : EVERY_MS);
  };
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  void look();
  return (isLast = false) => {
    if (signal.aborted) return;
    if (isAsking) isLastDue ||= isLast;
    else if (isLast || performance.now() >= earliest) void look();
  };
}

const isFit = ({ code }: CodeSoFar) => code.trim() !== "" && code.length <= MAX_PREVIEW;

/**
 * Requests a preview. Returns undefined if the code cannot be shown or Easel is unreachable; the next version is
 * requested anyway.
 */
async function ask({ code, isWhole }: CodeSoFar, previousId: string | undefined, signal: AbortSignal) {
  const body = { code, known: previousId, ...(isWhole && { whole: true }) };
  try {
    const response = await request("/api/previews", { method: "POST", ...jsonBody(body), signal });
    return response.status === 204 ? undefined : preview.parse(await response.json());
  } catch (error) {
    if (error instanceof ApiError || error instanceof TypeError || signal.aborted) return undefined;
    throw error;
  }
}
