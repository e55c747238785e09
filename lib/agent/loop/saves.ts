import type { Draft } from "@/lib/agent/message/draft";
import type { StepAccount } from "@/lib/agent/step/account";
import { LostRun } from "@/lib/agent/step/in-time";
import { type Through, writeThrough } from "@/lib/shared/origins";
import { databaseLife, isOnDisk } from "@/lib/store/commit";
import { recordLost } from "@/lib/store/hot/model-calls";
import type { RunContext } from "@/lib/store/loop/run-context";
import { type Saved, type StepSave, saveStep } from "@/lib/store/loop/steps";
import { withRetry } from "@/lib/store/unreachable";
import type { LiveRun } from "./live";

export type SavedStep = Pick<StepSave, "status"> & Partial<StepSave>;

type Saving = {
  draft: Draft;
  account: StepAccount;
  unstoredOrigins: readonly Through[];
  step: SavedStep;
};

/**
 * The data of a save that must be stored again if the save is lost. Parts and counts need no copy, because
 * every save contains all of them.
 */
type Ahead = Pick<StepSave, "calls" | "modelCall" | "steps"> & { life: number; isWritten: Promise<boolean> };

/**
 * The durable writes of a run. A write that did not wait for the disk is repeated if the database crashed in
 * the meantime.
 */
export class Saves {
  private readonly run: RunContext;
  private readonly live: LiveRun;
  private calls: StepSave["calls"] = [];
  private ahead: Ahead | null = null;
  private isLost = false;

  constructor(run: RunContext, live: LiveRun) {
    this.run = run;
    this.live = live;
  }

  settled(calls: StepSave["calls"]): void {
    this.calls = calls;
  }

  /** Throws `LostRun` if another server has taken the run. */
  async save({ draft, account, unstoredOrigins, step }: Saving, { isAhead = false } = {}): Promise<Saved> {
    const { run, live } = this;
    await live.begun;
    if (!(await this.isOnDisk())) await this.discardLostSave(draft);
    const { parts, stored, readWeb, readThrough } = draft.toSave();
    const before = this.isLost ? run : { readWeb: [], readThrough: [] };
    const read = {
      readWeb: [...before.readWeb, ...unstoredOrigins.map(({ origin }) => origin), ...readWeb],
      readThrough: [...before.readThrough, ...unstoredOrigins.map(writeThrough), ...readThrough],
    };
    const counted = account.toSave();
    const calls = newest([...this.calls, ...(step.calls ?? [])]);
    const life = databaseLife();
    const saved = await withRetry(() =>
      saveStep({ run, parts, stored, ...read, asks: [], ...counted, ...step, calls, isAhead }),
    );
    if (!saved) throw new LostRun();
    if (isAhead) {
      const isWritten = withRetry(() => isOnDisk(life));
      this.ahead = { calls, modelCall: counted.modelCall, steps: counted.steps, life, isWritten };
      live.message.holdUntil(isWritten);
    } else {
      this.ahead = null;
      live.message.release();
    }
    this.isLost = false;
    this.calls = [];
    draft.saved();
    account.saved();
    return saved;
  }

  /** Returns true if the last save is on disk, and false if it must be repeated. */
  async isOnDisk(): Promise<boolean> {
    const { ahead } = this;
    if (this.isLost || !ahead) return !this.isLost;
    return ahead.isWritten.catch(() => withRetry(() => isOnDisk(ahead.life)));
  }

  private async discardLostSave(draft: Draft): Promise<void> {
    const { ahead, run } = this;
    if (!ahead) return;
    this.ahead = null;
    this.isLost = true;
    draft.unsaved();
    this.calls = newest([...ahead.calls, ...this.calls]);
    const { modelCall, steps } = ahead;
    if (modelCall)
      await withRetry(() => recordLost({ ...run, payers: run.helper?.payers }, modelCall, steps));
  }
}

const newest = (calls: StepSave["calls"]) => [
  ...new Map(calls.map((call) => [call.toolCallId, call])).values(),
];
