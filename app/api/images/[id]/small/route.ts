import { z } from "zod";
import { serveFile } from "@/lib/data/files/serve";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { read } from "@/lib/store/data/files";
import { imageResponse } from "@/lib/web/images/response";
import { smallImage } from "@/lib/web/images/small";

const YEAR_S = 31_536_000;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", params: z.object({ id: uuid }) },
    async ({ request, agentId, params: { id } }) => {
      const file = await read(agentId, id);
      if (!file.mediaType.startsWith("image/"))
        throw new AppError("invalid", `${file.name} is not an image.`);
      // SVG needs no smaller version.
      const small = file.mediaType === "image/svg+xml" ? null : await smallImage(file.hash);
      return small ? imageResponse(small, YEAR_S) : serveFile(file, request, false);
    },
  ),
});
