import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { fetchImage } from "@/lib/web/images/remote";
import { imageResponse } from "@/lib/web/images/response";

const HOUR_S = 3_600;

/** An image of another server that the user has asked to see. Easel fetches and checks it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", query: z.object({ url: z.string().min(1).max(8_000) }) },
    async ({ agentId, query: { url }, request }) => {
      // Refuse a navigation: the text of a link can hide the image's URL and the data in that URL. Easel's page
      // shows the full URL before it requests an image.
      if (request.headers.get("sec-fetch-mode") === "navigate") {
        throw new AppError(
          "forbidden",
          "Images of other servers can be shown in the conversation only, not opened by a link.",
        );
      }
      return imageResponse(await fetchImage(agentId, url, request.signal), HOUR_S);
    },
  ),
});
