import { z } from "zod";
import { AppError } from "@/lib/shared/errors";

/** Text of at most so many characters, whatever length the page gave. */
export const upTo = (most: number) => z.string().transform((text) => text.slice(0, most).toWellFormed());

/**
 * What a script gives that runs among the page's own, checked: the page may have replaced all that it leans on. Throws an
 * AppError then.
 */
export async function fromPage<T extends z.ZodType>(schema: T, asked: unknown): Promise<z.output<T>> {
  try {
    return schema.parse(await asked);
  } catch (error) {
    const isPages = error instanceof z.ZodError || /evaluate: \w*Error/.test(String(error));
    throw isPages ? new AppError("conflict", UNREADABLE, { cause: error }) : error;
  }
}

const UNREADABLE = "The page keeps its own text from being read. A screenshot may show it.";
