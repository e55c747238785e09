import * as z from "zod/mini";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { isStale } from "@/components/client/versions/trouble";
import type { PlacedError } from "@/components/draw/editor/error-line";
import { placeOfKeys } from "./text-position";

/** Why a tool was not saved, as far as a person can do something about it. */
export type Trouble =
  | { kind: "code"; message: string; place: PlacedError }
  | { kind: "schema"; message: string; keys: string[] }
  /** Another version is live by now. */
  | { kind: "conflict" }
  | { kind: "other"; message: string };

const placed = z.object({ line: z.number(), column: z.number() });
const logged = z.object({ logs: z.array(z.string()) });

export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return { kind: "other", message: failureText(error) };
  const { message, details } = error;
  if (isStale(error)) return { kind: "conflict" };
  const place = placed.safeParse(details).data;
  if (place) return { kind: "code", message, place: placeOfCode({ ...place, message }) };
  const [whole, way = ""] = /\bparameter_schema((?:[.[][^\s:]+)?)/.exec(message) ?? [];
  if (whole) return { kind: "schema", message, keys: way.split(/[.[\]]+/).filter(Boolean) };
  return { kind: "other", message };
}

/** Where code does not compile, and why, without what the editor shows anyway. */
export const placeOfCode = ({ line, column, message }: PlacedError): PlacedError => ({
  line,
  column,
  message: reasonIn(message),
});

/** Where in the text of a schema it is wrong. */
export const schemaPlace = (text: string, trouble: Trouble): PlacedError | undefined =>
  trouble.kind === "schema" ? { ...placeOfKeys(text, trouble.keys), message: trouble.message } : undefined;

/** What code wrote to its console before it failed. */
export const logsOf = (error: unknown): string[] =>
  error instanceof ApiError ? (logged.safeParse(error.details).data?.logs ?? []) : [];

/** Without the words that it does not compile, where, and the lines around. */
const reasonIn = (message: string) =>
  (message.split("\n", 1)[0] ?? message)
    .replace(/^The code does not compile: /, "")
    .replace(/ \(line \d+, column \d+\)\.$/, "");
