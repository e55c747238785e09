import type { Equipment } from "@/lib/agent/message/equipment";
import { describeFailure, isProvidersFailure } from "@/lib/models/providers/errors";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type { FallbackUse } from "@/lib/shared/chat/metadata";
import type { Settings } from "@/lib/store/agents/settings";
import type { RunContext } from "@/lib/store/loop/run-context";

type ModelSource = {
  run: Pick<RunContext, "model" | "successors">;
  settings: Settings;
  resolveModel: Equipment["resolveModel"];
};

export class AllFailed extends Error {
  override readonly name = "AllFailed";
  readonly fallbackNames: readonly string[];

  constructor(fallbackNames: readonly string[], cause: unknown) {
    super("The model and its fallback models failed", { cause });
    this.fallbackNames = fallbackNames;
  }
}

/**
 * The models of a run in order: the chosen one, then its fallback models. A fallback model answers for the rest of the
 * message, so that later steps do not wait for the same failure.
 */
export class StepModels {
  private readonly source: ModelSource;
  private at = 0;
  private failed: { id: string; name: string; error: unknown }[] = [];
  private creationError: unknown;

  constructor(source: ModelSource) {
    this.source = source;
  }

  private get choices(): (string | null)[] {
    const { run, settings } = this.source;
    return [run.model, ...(run.successors ?? settings.general.successors ?? [])];
  }

  async current(): Promise<ResolvedModel> {
    try {
      return await this.source.resolveModel(this.choices[this.at] ?? null, this.source.settings);
    } catch (error) {
      this.creationError = error;
      throw error;
    }
  }

  restart(): void {
    this.at = 0;
    this.failed = [];
  }

  /**
   * Selects the next model after a failure of the provider, and returns the data for the message. Returns
   * null for other failures or without fallback models. Throws `AllFailed` if the last fallback model failed.
   */
  async switchToFallback(error: unknown): Promise<FallbackUse | null> {
    if (!isProvidersFailure(error) && error !== this.creationError) return null;
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
      const { code, reason: message } = describeFailure(chosen.error);
      return { of: chosen.id, ofName: chosen.name, by: next.id, byName: next.name, code, why: message };
    }
  }

  private async note(error: unknown): Promise<void> {
    const choice = this.choices[this.at] ?? "";
    const named = { id: choice, name: choice || "The default model" };
    const { id, name } = await this.source
      .resolveModel(this.choices[this.at] ?? null, this.source.settings)
      .catch(() => named);
    this.failed.push({ id, name, error });
  }
}
