import { useMemo } from "react";
import { listen, roomEventOf } from "@/components/client/events";
import { ApiError, jsonBody, request } from "@/components/client/request";
import { upload } from "@/components/client/upload";
import type { Grantor } from "@/components/draw/frame/consent/permissions";
import type { RoomServer } from "@/components/draw/frame/room-link";
import type { SurfaceServer } from "@/components/draw/frame/server-link";
import { hearData } from "@/components/draw/live-queries/page-queries";
import { useDesk } from "@/components/workspace/chat/desk";
import { callShowing } from "@/lib/shared/chat/surfaces/surface-change";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { accessView, callOutcome } from "@/lib/shared/components/access";
import { surfaceView } from "@/lib/shared/components/surface";
import { roomAnswer } from "@/lib/shared/rooms/room";
import { readShared } from "./shared-queries";

const CALL_MS = 30_000;
/** Long enough for any tool, because each tool has its own time limit. */
const TOOL_MS = 600_000;

/**
 * Returns the server calls of this surface's component, or undefined outside a conversation, for example in
 * the library.
 */
export function useSurfaceServer(surface: Surface): SurfaceServer | undefined {
  const desk = useDesk();
  const conversationId = surface.home ?? desk.conversationId;
  // A restored earlier version has the permissions of the call that made it.
  const { messageId, toolCallId } = callShowing(surface);
  const room = useRoomServer(conversationId, surface);
  return useMemo(() => {
    if (!conversationId) return undefined;
    const path = `/api/sheets/${encodeURIComponent(conversationId)}`;
    const call = { messageId, toolCallId };
    const query = new URLSearchParams(call);
    return {
      room,
      hear: hearData,
      call: async (body, signal) => {
        if (body.type === "query")
          return onceStored(() => readShared({ conversation: conversationId, ...call }, body, signal));
        const patienceMs = body.type === "tool" || body.type === "model" ? TOOL_MS : CALL_MS;
        const init = { method: "POST", ...jsonBody(body), patienceMs, signal };
        return callOutcome.parse(await (await request(`${path}/calls?${query}`, init)).json());
      },
      store: async (file) => {
        const { id, name, mediaType, size, url } = await upload(file, AbortSignal.timeout(TOOL_MS), () => {});
        return { id, name, mediaType, size, url };
      },
      look: async () => surfaceView.parse(await (await request(`${path}?${query}`)).json()).sheet,
      allow: async (deed) => {
        await request(path, { method: "POST", ...jsonBody({ ...call, allow: deed }) });
      },
      ...accessRequests(conversationId, call),
    };
  }, [conversationId, messageId, toolCallId, room]);
}

/** Reads and changes the permissions of the component on a surface. */
export function accessRequests(
  conversationId: string,
  call: { messageId: string; toolCallId: string },
): Grantor {
  const path = `/api/sheets/${encodeURIComponent(conversationId)}/access`;
  const read = async (response: Response) => accessView.parse(await response.json()).access;
  return {
    access: async () => read(await request(`${path}?${new URLSearchParams(call)}`)),
    change: async (change) =>
      read(await request(path, { method: "POST", ...jsonBody({ ...call, ...change }) })),
  };
}

/** The room of a surface, which all versions of it share. */
function useRoomServer(conversationId: string | undefined, surface: Surface): RoomServer | undefined {
  const { messageId, toolCallId } = surface;
  return useMemo(() => {
    if (!conversationId) return undefined;
    const query = new URLSearchParams({ messageId, toolCallId });
    const path = `/api/sheets/${encodeURIComponent(conversationId)}/room?${query}`;
    return {
      update: async (update, init) =>
        roomAnswer.parse(
          await (await request(path, { method: "POST", ...jsonBody(update), ...init })).json(),
        ),
      hear: (listener) =>
        listen((change) => {
          const event = change === null ? null : roomEventOf(change);
          if (event !== undefined) listener(event);
        }),
    };
  }, [conversationId, messageId, toolCallId]);
}

const AGAIN_MS = 300;
const MAX_ATTEMPTS = 4;

/** Retries on 404: a surface may render shortly before the step that made it is stored. */
async function onceStored<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404 || tries === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
