import type { Attributes } from "@opentelemetry/api";
import { singleton } from "@/lib/ground/base/process";

/**
 * An operation as in OpenTelemetry's conventions for generative AI. `subject` is the model or the tool, which the
 * name of the span contains. Attributes hold no content: no messages, inputs, results or error texts.
 */
export type Operation = {
  name: "invoke_agent" | "chat" | "execute_tool";
  subject?: string;
  attributes: Attributes;
};
/** Adds attributes to the span. With `error.type`, the operation counts as failed. */
export type Note = (attributes: Attributes) => void;

/** Records the operation while `work` runs. Operations that begin in `work` are its children. */
export type Recorder = <T>(operation: Operation, work: (note: Note) => Promise<T>) => Promise<T>;

/** `record` is null while telemetry is off. */
export const telemetry = (): { record: Recorder | null } =>
  singleton<{ record: Recorder | null }>("telemetry", () => ({ record: null }));

const ignore: Note = () => {};

/** Runs `work` as an operation. Without telemetry, only runs it. */
export function traced<T>(operation: Operation, work: (note: Note) => Promise<T>): Promise<T> {
  const { record } = telemetry();
  return record ? record(operation, work) : work(ignore);
}
