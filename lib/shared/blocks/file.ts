import { z } from "zod";
import { fileIdOf } from "../file-address";
import { defineBlock, renamed } from "./define";

export const file = defineBlock({
  isRare: true,
  description: "A file of the workspace, to open or download.",
  schema: z.object({
    type: z.literal("file"),
    url: z
      .string()
      .max(200)
      .refine((url) => fileIdOf(url) !== undefined, "must be the address of a file: /api/files/<id>"),
    name: z.string().min(1).max(300),
    description: z.string().max(1_000).optional(),
  }),
  example: {
    type: "file",
    url: "/api/files/0b8f3a52-6f0e-4a5e-9d3c-2b7f1c9e4d10",
    name: "November.csv",
    description: "All sales of November",
  },
  mend: (raw) => renamed(raw, "name", "filename", "title"),
});
