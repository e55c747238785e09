import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { fetchPicture } from "@/lib/web/images/remote";
import { pictureResponse } from "@/lib/web/images/response";

const HOUR_S = 3_600;

/** An image of another server, which the person has asked to see: it comes through Easel, and is checked on the way. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, query: z.object({ url: z.string().min(1).max(8_000) }) },
    async ({ agentId, query: { url }, request }) => {
      // A link in a text could hide where it leads, and what it tells there: only the page asks, where all can be read.
      if (request.headers.get("sec-fetch-mode") === "navigate") {
        throw new AppError(
          "forbidden",
          "Images of other servers are shown in the conversation, not by a link.",
        );
      }
      return pictureResponse(await fetchPicture(agentId, url, request.signal), HOUR_S);
    },
  ),
});
