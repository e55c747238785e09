import { z } from "zod";
import { AppError } from "@/lib/shared/errors";

export const upTo = (maxChars: number) =>
  z.string().transform((text) => text.slice(0, maxChars).toWellFormed());

/**
 * Validates the result of a script in the page's own world, where the page may have replaced any built-in.
 * Throws an AppError if it is invalid.
 */
export async function fromPage<T extends z.ZodType>(schema: T, asked: unknown): Promise<z.output<T>> {
  try {
    return schema.parse(await asked);
  } catch (error) {
    const isPages = error instanceof z.ZodError || /evaluate: \w*Error/.test(String(error));
    throw isPages ? new AppError("conflict", UNREADABLE, { cause: error }) : error;
  }
}

const UNREADABLE = "The page prevents its text from being read. A screenshot may show it.";
