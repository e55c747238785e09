import * as z from "zod/mini";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { isStale } from "@/components/client/versions/trouble";
import type { PlacedError } from "@/components/draw/editor/error-line";
import { placeOfKeys } from "./text-position";

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

export const placeOfCode = ({ line, column, message }: PlacedError): PlacedError => ({
  line,
  column,
  message: reasonIn(message),
});

export const schemaPlace = (text: string, trouble: Trouble): PlacedError | undefined =>
  trouble.kind === "schema" ? { ...placeOfKeys(text, trouble.keys), message: trouble.message } : undefined;

export const logsOf = (error: unknown): string[] =>
  error instanceof ApiError ? (logged.safeParse(error.details).data?.logs ?? []) : [];

/** Strips the prefix, the position and the code excerpt from a compile error. */
const reasonIn = (message: string) =>
  (message.split("\n", 1)[0] ?? message)
    .replace(/^The code does not compile: /, "")
    .replace(/ \(line \d+, column \d+\)\.$/, "");
