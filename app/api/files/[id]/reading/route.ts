import { z } from "zod";
import { readAgain } from "@/lib/data/files/reading";
import { route, routes } from "@/lib/platform/http/route";
import { csvStyle } from "@/lib/shared/data/bodies";
import { uuid } from "@/lib/shared/ids";
import { read, toClient } from "@/lib/store/data/files";

const params = z.object({ id: uuid });

/** Parses an attached CSV again with the given formats of numbers and dates, and replaces its table. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PUT: route(
    { agent: true, right: "use", params, body: csvStyle },
    async ({ agentId, params: { id }, body }) => {
      await readAgain(await read(agentId, id), agentId, body);
      return { file: toClient(await read(agentId, id)) };
    },
  ),
});
