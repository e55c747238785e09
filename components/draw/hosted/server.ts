import { ApiError } from "@/components/client/request";
import type { SurfaceServer } from "@/components/draw/frame/server-link";
import type { StateServer } from "@/components/draw/frame/state-link";
import type { ChangedData } from "@/components/draw/live-queries/live-queries";
import type { CallOutcome } from "@/lib/shared/components/access";
import { t } from "@/lib/shared/i18n/en/hosted";
import type { Changes, HostedBoot, HostedCall } from "@/lib/shared/mcp/component-calls";
import type { Host } from "./host";

const NO_ACCESS = { uses: [], open: [], isWider: false, readWeb: [] };
const READS: ReadonlySet<HostedCall["type"]> = new Set(["query", "file", "state", "changes"]);
const AGAIN_MS = 1_000;
const MAX_AGAIN_MS = 30_000;
/** The result of the call that shows the component can follow its input after this time. */
const PROOF_MS = 30_000;

type Refused = { message: string; address: string | undefined };
type Result = { isError?: boolean; content?: { text?: string }[]; structuredContent?: Answer };
type Answer = Record<string, unknown> & {
  cursor?: string;
  error?: { status: number; message: string; details?: { address?: string } };
};

const refuse = async (): Promise<never> => {
  throw new ApiError(403, t("notConnected"), undefined);
};

/** Sends the requests of a component to Easel, by tools of the program's connection that only documents may call. */
export class HostedServer {
  readonly #boot: HostedBoot;
  readonly #host: Host;
  readonly #onRefused: (refused: Refused) => void;
  readonly #proof = Promise.withResolvers<string>();
  readonly #rowHearers = new Set<(change: ChangedData) => void>();
  readonly #stateHearers = new Set<() => void>();
  readonly #running = new Set<Promise<unknown>>();
  #cursor: string | undefined;
  #isFollowing = false;

  constructor(boot: HostedBoot, host: Host, onRefused: (refused: Refused) => void) {
    this.#boot = boot;
    this.#host = host;
    this.#onRefused = onRefused;
    this.#proof.promise.catch(() => {});
    setTimeout(() => this.#proof.reject(new ApiError(403, t("notConnected"), undefined)), PROOF_MS);
  }

  prove(proof: unknown): void {
    if (typeof proof === "string") this.#proof.resolve(proof);
    else this.#proof.reject(new ApiError(403, t("notConnected"), undefined));
  }

  /** Resolves when all present calls have ended. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#running]);
  }

  readonly surface: SurfaceServer = {
    ...{ look: refuse, allow: refuse, change: refuse, access: async () => NO_ACCESS },
    hear: (hear) => this.#joined(this.#rowHearers, hear),
    call: async (call) => (await this.#call(call)) as CallOutcome,
  };

  readonly state: StateServer = {
    get: async (key) => {
      const { values } = (await this.#call({ type: "state", keys: [key] })) as {
        values: Record<string, unknown>;
      };
      return values[key] ?? null;
    },
    put: async (key, value) => void (await this.#call({ type: "set", key, value: value ?? null })),
    hear: (_, onGap) => this.#joined(this.#stateHearers, onGap),
  };

  #joined<T>(all: Set<T>, one: T): () => void {
    all.add(one);
    return () => void all.delete(one);
  }

  async #call(call: HostedCall): Promise<unknown> {
    const running = this.#send(call);
    this.#running.add(running);
    try {
      const answer = await running;
      this.#cursor ??= answer.cursor;
      if (this.#cursor !== undefined) void this.#follow();
      return answer;
    } catch (error) {
      if (error instanceof ApiError) {
        const { address } = (error.details ?? {}) as { address?: string };
        this.#onRefused({ message: error.message, address });
      }
      throw error;
    } finally {
      this.#running.delete(running);
    }
  }

  async #send(call: HostedCall): Promise<Answer> {
    const { component, bundle } = this.#boot;
    const proof = await this.#proof.promise;
    const name = READS.has(call.type) ? "Component_read" : "Component_write";
    const result = (await this.#host.callTool(name, { component, bundle, proof, call })) as Result;
    const { structuredContent: answer, isError, content } = result;
    if (answer?.error) throw new ApiError(answer.error.status, answer.error.message, answer.error.details);
    // The program itself refused the call.
    if (isError || !answer) throw new ApiError(403, content?.[0]?.text ?? t("failed"), undefined);
    return answer;
  }

  /** Follows changes while the document is visible. Ends when Easel refuses: the component was changed or deleted. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    for (let pause = AGAIN_MS; ; ) {
      await visible();
      try {
        const changes = (await this.#send({ type: "changes", since: this.#cursor })) as Answer & Changes;
        pause = AGAIN_MS;
        this.#cursor = changes.cursor;
        this.#tell(changes);
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
          this.#onRefused({ message: error.message, address: undefined });
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, MAX_AGAIN_MS);
      }
    }
  }

  #tell({ isWhole, tables, hasState }: Changes): void {
    if (isWhole || tables)
      for (const hear of this.#rowHearers) hear(isWhole ? null : { tables: tables ?? [] });
    if (isWhole || hasState) for (const hear of this.#stateHearers) hear();
  }
}

async function visible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
