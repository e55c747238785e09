import { basename } from "node:path";
import { z } from "zod";
import { roomOwner } from "@/lib/agent/surfaces/room";
import { changes } from "@/lib/platform/http/changes";
import { route, routes } from "@/lib/platform/http/route";
import { followRooms } from "@/lib/platform/rooms/rooms";
import type { Notice } from "@/lib/store/bus";

const PLAIN = ["settings", "pins", "jobs", "requests", "mcp"] as const;
type Plain = Extract<Notice, { type: (typeof PLAIN)[number] }>;

const query = z.object({
  /** `true`: also report that conversations of other agents have changed, without details. */
  elsewhere: z.stringbool().default(false),
});

/** Each build has its own folder. */
const FIRST = { type: "build", id: basename(process.env.EASEL_DIST_DIR ?? "development") };

const isPlain = (notice: Notice): notice is Plain => PLAIN.some((type) => type === notice.type);

/** Streams what has changed (ids and names only), so that lists and open tabs can update. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", query }, ({ request, agentId, query, member }) =>
    changes(
      request,
      (notice) => {
        if (notice.type === "agents" || notice.type === "members") return { type: notice.type };
        if (!("agent" in notice)) return null;
        if (notice.agent !== agentId)
          return query.elsewhere && notice.type === "conversation" ? { type: "elsewhere" } : null;
        if (notice.type === "conversation") return { type: "conversation", id: notice.id };
        if (notice.type === "helpers") return { type: "helpers", id: notice.id };
        if (notice.type === "file") return { type: "file", id: notice.id };
        if (notice.type === "component") return { type: "component", name: notice.name };
        if (notice.type === "told")
          return notice.member === member.id ? { type: "told", kind: notice.kind } : null;
        if (notice.type === "comments") return { type: "comments", target: notice.target };
        if (notice.type === "database") return { type: "database", tables: notice.tables };
        if (notice.type === "documents") return { type: "documents", collections: notice.collections };
        if (notice.type === "sheet") {
          const { conversation, id, version } = notice;
          return { type: "sheet", conversation, id, version };
        }
        if (notice.type === "history") return { type: "history", kind: notice.kind, name: notice.name };
        if (notice.type === "channel")
          return notice.what === "account" || notice.what === "contacts" ? { type: "channels" } : null;
        return isPlain(notice) ? { type: notice.type } : null;
      },
      { first: FIRST, also: (push) => followRooms(roomOwner(agentId, member.id), push) },
    ),
  ),
});
