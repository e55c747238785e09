import { ApiError } from "@/components/client/request";
import type { SurfaceServer } from "@/components/draw/frame/server-link";
import type { Boot, VisitorCall, VisitorRequest } from "@/lib/shared/apps/visit";
import { newId } from "@/lib/shared/chat/id";
import type { CallOutcome } from "@/lib/shared/components/access";
import type { ComponentCall } from "@/lib/shared/components/call";
import { t } from "@/lib/shared/i18n/en/published";
import type { RoomAnswer } from "@/lib/shared/rooms/room";
import { cellsOf } from "./form-values";
import type { followApp } from "./stream";
import { visitorHeader } from "./visitor-token";

const NO_ACCESS = { uses: [], open: [], isWider: false, readWeb: [] };

const refuse = async (): Promise<never> => {
  throw new ApiError(403, t("notPublished"), undefined);
};

/** Sends a request of this app. Throws an ApiError with the server's message. */
export async function send(boot: Boot, path: string, body: unknown, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`/p/${boot.slug}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...visitorHeader(boot) },
    body: JSON.stringify(body),
    ...init,
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const { error } = (answer ?? {}) as { error?: { message?: string; details?: unknown } };
  throw new ApiError(response.status, error?.message ?? t("failed"), error?.details);
}

const RETRY_MS = [300, 600, 1_200, 2_500, 5_000];
const PATIENCE_MS = 60_000;

/**
 * Sends a write until the server has answered, because the answer can be lost while the server restarts. The key lets the
 * server see that it is the same write.
 */
async function sendWrite(boot: Boot, call: VisitorCall, signal?: AbortSignal): Promise<unknown> {
  const body = { version: boot.version, call, key: newId() } satisfies VisitorRequest;
  const end = Date.now() + PATIENCE_MS;
  for (let at = 0; ; at++) {
    try {
      return await send(boot, "calls", body, { signal });
    } catch (error) {
      const isLost = !(error instanceof ApiError) || [500, 502, 503, 504].includes(error.status);
      if (!isLost || signal?.aborted || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(at, RETRY_MS.length - 1)]));
    }
  }
}

/** Translates the calls of a component to those of a visitor. Queries are named by their place in the version. */
export function serverOf(boot: Boot, { hear, hearRoom }: ReturnType<typeof followApp>): SurfaceServer {
  const call = async (visitor: VisitorCall, signal?: AbortSignal) =>
    (visitor.type === "query" || visitor.type === "model"
      ? await send(boot, "calls", { version: boot.version, call: visitor }, { signal })
      : await sendWrite(boot, visitor, signal)) as CallOutcome;
  return {
    ...{ look: refuse, allow: refuse, change: refuse, access: async () => NO_ACCESS, hear },
    room: {
      update: async (update, init) =>
        (await send(boot, `room?version=${boot.version}`, update, init)) as RoomAnswer,
      hear: hearRoom,
    },
    call: async (asked: ComponentCall, signal) => {
      if (asked.type === "tool" || asked.type === "file") return refuse();
      if (asked.type === "model" && !boot.hasModel) return refuse();
      if (asked.type !== "query") return call(asked, signal);
      const query = boot.queries.indexOf(asked.sql);
      if (query < 0) throw new ApiError(403, t("queryNotPublished"), undefined);
      return call({ type: "query", query, params: asked.params ?? [] }, signal);
    },
  };
}

/** Sends an answer of `callTool` to the table of the form. */
export async function sendForm(boot: Boot, action: string, payload: unknown): Promise<void> {
  if (!boot.hasForm) throw new Error(t("noForm"));
  await sendWrite(boot, { type: "form", action, values: cellsOf(payload) });
}
