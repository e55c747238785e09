import { z } from "zod";
import { receiveExport, receiveFile } from "@/lib/data/files/receive";
import { route, routes } from "@/lib/platform/http/route";
import { conversationOfExport, exportSource } from "@/lib/shared/exports";
import { FILE_ORIGINS } from "@/lib/shared/files";
import { requireProject } from "@/lib/store/agents/projects";
import { list, toClient } from "@/lib/store/data/files";
import { requireConversation } from "@/lib/store/loop/conversations";

const query = z.object({
  type: z.literal("image").optional(),
  origin: z.enum(FILE_ORIGINS).optional(),
  projectId: z.uuid().optional(),
  q: z.string().max(200).optional(),
  cursor: z.string().optional(),
});

const upload = z.object({
  name: z.string().max(1_000).optional(),
  keep: z.string().optional(),
  /** The project to put the files into, which keeps them. */
  projectId: z.uuid().optional(),
  origin: z.enum(["upload", "point"]).optional(),
  /** The source of an exported file, as JSON. The gallery then shows the file. */
  exportOf: z.string().max(2_000).transform(parseJson).pipe(exportSource).optional(),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", query }, async ({ agentId, query: { origin, ...which } }) => {
    const { files, ...next } = await list(agentId, { ...which, ...(origin && { origin: [origin] }) });
    return { files: files.map(toClient), ...next };
  }),
  /**
   * A form with parts named `file`, or the bytes of one file with `?name=`. Without `?keep`, a file is deleted
   * after a day if no message refers to it.
   */
  POST: route(
    {
      agent: true,
      right: "use",
      raw: true,
      query: upload,
      conversation: ({ query: { exportOf } }) => exportOf && conversationOfExport(exportOf),
      readable: true,
    },
    async ({ request, agentId, query: { keep, exportOf, ...query } }) => {
      if (exportOf) {
        const conversation = conversationOfExport(exportOf);
        if (conversation !== undefined) await requireConversation(agentId, conversation);
        const file = await receiveExport(request, agentId, { name: query.name ?? "export", exportOf });
        return Response.json(
          { files: [toClient(file)] },
          { status: 201, headers: { "cache-control": "no-store" } },
        );
      }
      const isKept = keep !== undefined || query.projectId !== undefined;
      if (query.projectId !== undefined) await requireProject(agentId, query.projectId);
      const files = await receiveFile(request, agentId, { ...query, isKept });
      return Response.json(
        { files: files.map(toClient) },
        { status: 201, headers: { "cache-control": "no-store" } },
      );
    },
  ),
});
