import type { z } from "zod";

type Definition<Input extends z.ZodType> = {
  /** Of its queue: small letters and dashes. */
  name: string;
  /** What it does, for the page of the queues. */
  title: string;
  input: Input;
  /** Doing it twice with the same input must be as doing it once: a server may die after the work. */
  run(input: z.output<Input>, signal: AbortSignal): Promise<void>;
  /** How often it is tried again, and how long after the first failure; each wait is twice the one before. */
  retry: { limit: number; delaySeconds: number };
  /** Done so often by itself, by one of the servers, with `{}` as its input. */
  everySeconds?: number;
  /** So many at once on a server. */
  concurrency?: number;
};

/** Work in the background: queued in Postgres, done by one of the servers, and again where it fails. */
export type BackgroundJob = Omit<Definition<z.ZodType>, "run"> & {
  /** Checks its input first. */
  work(input: unknown, signal: AbortSignal): Promise<void>;
};

export const defineBackgroundJob = <Input extends z.ZodType>({
  run,
  ...job
}: Definition<Input>): BackgroundJob => ({
  ...job,
  work: async (input, signal) => run(job.input.parse(input), signal),
});
