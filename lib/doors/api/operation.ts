import { z } from "zod";

/** A response of an operation. Without a schema, JSON is any object; without `media`, it is JSON. */
export type Answer = { status: number; media?: string; schema?: z.core.$ZodType };

/** The description of an operation, in addition to what its route accepts. */
export type Described = {
  /** A plain sentence. */
  summary: string;
  answers: readonly Answer[];
  /** Media types of a body that is not JSON, and its schema. */
  body?: { media: readonly string[]; schema?: z.core.$ZodType };
  /** True if the operation authenticates itself by a token, so that its route is public. */
  isOfProgram?: true;
};

/** Operations by method and path, such as `GET /api/boards/{id}`. */
export type Operations = Record<string, Described>;
export type Tag = { name: string; description: string; operations: Operations };

/** Describes an operation that answers 200 with JSON of `schema`, or with `answers`. */
export function op(summary: string, ...answers: readonly (z.core.$ZodType | Answer)[]): Described {
  const all = answers.length === 0 ? [json()] : answers;
  return { summary, answers: all.map((answer) => (isAnswer(answer) ? answer : json(answer))) };
}

export const json = (schema?: z.core.$ZodType): Answer => ({ status: 200, ...(schema && { schema }) });
export const created = (schema?: z.core.$ZodType): Answer => ({ ...json(schema), status: 201 });
export const nothing: Answer = { status: 204 };
export const accepted: Answer = { status: 202 };
export const file = (...media: readonly string[]): Answer => ({ status: 200, media: media.join(", ") });
export const EVENTS = file("text/event-stream");

export const deleted = z.object({ deleted: z.boolean() });
export const revoked = z.object({ revoked: z.boolean() });
export const anyObject = z.record(z.string(), z.unknown());

const isAnswer = (answer: z.core.$ZodType | Answer): answer is Answer => "status" in answer;
