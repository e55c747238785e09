import { z } from "zod";
import { type Format, type Incoming, Refused } from "../format.ts";
import { refuse } from "./chat-completions.ts";
import { pictured } from "./images.ts";

const PATH = /^\/v1\/images\/(generations|edits)$/;
const TYPES = new Set(["image/png", "image/jpeg", "image/webp"]);

const request = z.looseObject({ model: z.string().min(1), prompt: z.string().min(1) });

export const openaiImages: Format = {
  takes: (path) => PATH.test(path),

  read({ body, url }): Incoming {
    const isEdit = url.pathname.endsWith("edits");
    const fields = isEdit && body instanceof FormData ? Object.fromEntries(body) : body;
    if (isEdit) checkImages(body);
    const { model, prompt } = request.parse(fields);
    return { model, stream: false, wants: { usage: true }, messages: [{ role: "user", text: prompt }] };
  },

  open: (wire, incoming) =>
    pictured(wire.response, incoming, {
      refuse,
      body: (images, { input, output }) => ({
        created: 1_767_225_600,
        data: images.map((image) => (image.startsWith("http") ? { url: image } : { b64_json: image })),
        usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
      }),
    }),
  refuse,
};

function checkImages(body: unknown): void {
  const images = body instanceof FormData ? [...body.getAll("image"), ...body.getAll("image[]")] : [];
  if (images.length === 0) throw new Refused("Missing required parameter: 'image'.");
  for (const image of images) {
    const type = image instanceof Blob ? image.type : "text/plain";
    if (!TYPES.has(type)) throw new Refused(`Invalid file 'image': unsupported mimetype ('${type}').`);
  }
}
