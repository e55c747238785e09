import type { z } from "zod";

type Definition<Input extends z.ZodType> = {
  /** Name of the queue: lowercase letters and dashes. `queueTitles` in the catalogue has its title. */
  name: string;
  input: Input;
  /**
   * Must be idempotent: if a server dies after the work and before the work is recorded as done, the job runs
   * again.
   */
  run(input: z.output<Input>, signal: AbortSignal): Promise<void>;
  /** Maximum number of retries, and the delay before the first retry. The delay doubles with each retry. */
  retry: { limit: number; delaySeconds: number };
  /** Interval of a periodic job, which runs on one of the servers with `{}` as input. */
  everySeconds?: number;
  concurrency?: number;
};

/** A kind of job that is queued in Postgres and executed by one of the servers, with retries. */
export type BackgroundJob = Omit<Definition<z.ZodType>, "run"> & {
  work(input: unknown, signal: AbortSignal): Promise<void>;
};

export const defineBackgroundJob = <Input extends z.ZodType>({
  run,
  ...job
}: Definition<Input>): BackgroundJob => ({
  ...job,
  work: async (input, signal) => run(job.input.parse(input), signal),
});
