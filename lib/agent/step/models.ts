import type { Equipment } from "@/lib/agent/message/equipment";
import { failureWords, isProvidersFailure } from "@/lib/models/providers/errors";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type { Succession } from "@/lib/shared/chat/metadata";
import type { Settings } from "@/lib/store/agents/settings";
import type { RunContext } from "@/lib/store/loop/run-context";

type Place = {
  run: Pick<RunContext, "model" | "successors">;
  settings: Settings;
  resolveModel: Equipment["resolveModel"];
};

/** The model that was chosen failed, and so did all that could answer in its place. */
export class AllFailed extends Error {
  override readonly name = "AllFailed";
  /** Of the successors that were asked. */
  readonly others: readonly string[];

  constructor(others: readonly string[], cause: unknown) {
    super("The model and its successors have failed", { cause });
    this.others = others;
  }
}

/**
 * The models of a run, in the order in which they are asked: the one that was chosen, then its successors. One that answers
 * in place of another stays for the rest of the message, so that each step need not wait for the failure again.
 */
export class StepModels {
  private readonly place: Place;
  private at = 0;
  /** Those that have failed, the chosen one first. */
  private failed: { id: string; name: string; error: unknown }[] = [];
  /** Why the model of now could not even be made, such as a key that is missing. */
  private unmade: unknown;

  constructor(place: Place) {
    this.place = place;
  }

  private get choices(): (string | null)[] {
    const { run, settings } = this.place;
    return [run.model, ...(run.successors ?? settings.general.successors ?? [])];
  }

  async current(): Promise<ResolvedModel> {
    try {
      return await this.place.resolveModel(this.choices[this.at] ?? null, this.place.settings);
    } catch (error) {
      this.unmade = error;
      throw error;
    }
  }

  /** The person said something: the model that was chosen is asked again. */
  restart(): void {
    this.at = 0;
    this.failed = [];
  }

  /**
   * Goes on to the next model after a failure that is the provider's, and says what to tell of it. Null where the failure is
   * of another kind or there are no successors; throws AllFailed where the last one has failed.
   */
  async succeed(error: unknown): Promise<Succession | null> {
    if (!isProvidersFailure(error) && error !== this.unmade) return null;
    await this.note(error);
    for (;;) {
      this.at += 1;
      const choice = this.choices[this.at];
      const [chosen, ...others] = this.failed;
      if (!chosen) return null;
      if (choice === undefined) {
        if (others.length === 0) return null;
        throw new AllFailed(
          others.map(({ name }) => name),
          chosen.error,
        );
      }
      const next = await this.current().catch((error: unknown) => this.note(error));
      if (!next || this.failed.some(({ id }) => id === next.id)) continue;
      const { code, words } = failureWords(chosen.error);
      return { of: chosen.id, ofName: chosen.name, by: next.id, byName: next.name, code, why: words };
    }
  }

  private async note(error: unknown): Promise<void> {
    const choice = this.choices[this.at] ?? "";
    const named = { id: choice, name: choice || "The default model" };
    const { id, name } = await this.place
      .resolveModel(this.choices[this.at] ?? null, this.place.settings)
      .catch(() => named);
    this.failed.push({ id, name, error });
  }
}
