// Must be first, before anything that a component could reach.
import "@/components/draw/runtime/harden";
// Must precede React, which looks for the hook once.
import "@/components/draw/runtime/renders";
import { toast } from "sonner";
import { type Link, openLink } from "@/components/draw/frame/link";
import { ServerLink } from "@/components/draw/frame/server-link";
import { type Follower, StateLink } from "@/components/draw/frame/state-link";
import { followSurface } from "@/components/draw/frame/surface-link";
import { giveHostFunctions } from "@/components/draw/runtime/host-functions";
import { type Load, start as startRuntime } from "@/components/draw/runtime/published";
import { isService, type Look, type ToPage } from "@/lib/shared/frame/protocol";
import frameTexts from "@/lib/shared/i18n/de/frame";
import hostedTexts from "@/lib/shared/i18n/de/hosted";
import uiTexts from "@/lib/shared/i18n/de/ui";
import { t } from "@/lib/shared/i18n/en/hosted";
import { addCatalogue, type Messages } from "@/lib/shared/i18n/locale";
import { PROOF_META } from "@/lib/shared/mcp/apps";
import type { HostedBoot } from "@/lib/shared/mcp/component-calls";
import { Host } from "./host";
import { lookOf } from "./look";
import { say } from "./notice";
import { HostedServer } from "./server";
import { HostedServices } from "./services";

/*
 * The script of a component's document in another program (MCP Apps): the runtime of the component, and the page around it
 * that a frame has in Easel.
 */

const GERMAN: Record<string, Messages> = { frame: frameTexts, hosted: hostedTexts, ui: uiTexts };
addCatalogue("de", (area) => GERMAN[area]);

/** Time that the program grants for writes before it removes the document. */
const TEARDOWN_MS = 1_000;

export function start(load: Load): void {
  const boot: HostedBoot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
  giveHostFunctions((text) => void toast(text));
  const { port1, port2 } = new MessageChannel();
  new HostedComponent(boot, port1).connect();
  startRuntime(load, port2);
}

type Asked = Extract<ToPage, { id: number }>;

class HostedComponent {
  readonly #boot: HostedBoot;
  readonly #link: Link;
  readonly #host: Host;
  readonly #server: HostedServer;
  readonly #serverLink: ServerLink;
  readonly #services: HostedServices;
  readonly #states: { agent: Follower; sheet: Follower };
  readonly #ready = Promise.withResolvers<void>();
  #context: Record<string, unknown> = {};
  #isMounted = false;

  constructor(boot: HostedBoot, port: MessagePort) {
    this.#boot = boot;
    const onBreach = (why: string) => say(why);
    this.#link = openLink(port, { onMessage: (message) => this.#receive(message), onBreach });
    this.#host = new Host({
      onInput: (input) => void this.#show(input),
      onResult: ({ _meta: meta }) =>
        this.#server.prove((meta as Record<string, unknown> | undefined)?.[PROOF_META]),
      onContext: (context) => this.#wear(context),
      onTeardown: () =>
        Promise.race([this.#server.idle(), new Promise<void>((resolve) => setTimeout(resolve, TEARDOWN_MS))]),
    });
    this.#server = new HostedServer(boot, this.#host, ({ message, address }) =>
      this.#refused(message, address),
    );
    this.#services = new HostedServices(this.#host);
    this.#serverLink = new ServerLink(this.#server.surface, {
      send: (message) => this.#link.send(message),
      onBreach,
    });
    this.#serverLink.setSeen(true);
    const deliver = (scope?: "sheet") => (key: string, value: unknown, seen: number) =>
      this.#link.send({ type: "state", key, scope, value, seen });
    this.#states = {
      agent: new StateLink(this.#server.state).follow(deliver(), (_, why) => say(why)),
      sheet: followSurface(undefined, deliver("sheet")),
    };
  }

  connect(): void {
    this.#host
      .connect(this.#boot.title)
      .catch((error: Error) => say(t("failedWith", { message: error.message })));
  }

  async #show(props: Record<string, unknown>): Promise<void> {
    await this.#ready.promise;
    const { css, title } = this.#boot;
    if (this.#isMounted) this.#link.send({ type: "props", props });
    else this.#link.send({ type: "mount", js: "", css, props, title, hasServer: true });
    this.#isMounted = true;
  }

  /** A change of the context has only the changed fields. */
  #wear(context: Record<string, unknown>): void {
    this.#context = { ...this.#context, ...context };
    const look: Look = lookOf(this.#context);
    document.documentElement.style.colorScheme = look.theme;
    this.#link.send({ type: "look", look });
  }

  #refused(message: string, address: string | undefined): void {
    const open = () => void this.#host.open(address ?? "").catch((error: Error) => say(error.message));
    say(message, address === undefined ? undefined : { label: t("openEasel"), run: open });
  }

  #receive(message: ToPage): void {
    if (message.type === "ready") this.#ready.resolve();
    else if (message.type === "height") this.#host.setHeight(Math.ceil(message.px));
    else if (message.type === "failed") say(t("failedWith", { message: message.failure.message }));
    else if (message.type === "watch") this.#statesOf(message).watch(message.key);
    else if (message.type === "unwatch") this.#statesOf(message).unwatch(message.key);
    else if (message.type === "set") this.#statesOf(message).set(message.id, message.entries);
    else if (message.type === "part") this.#services.take(message);
    else if (message.type === "room")
      this.#link.send({
        type: "room",
        ...{ me: "", peers: [], gone: [], state: [] },
        ...{ isWhole: false, isConnected: false },
      });
    else if (message.type === "action") void this.#settle(message, () => this.#answer(message));
    else if (message.type === "say")
      void this.#settle(message, () => this.#tell(message.byHand, message.text));
    else if (isService(message)) void this.#settle(message, () => this.#services.perform(message));
    else if (isForServer(message)) this.#serverLink.receive(message);
  }

  #statesOf({ scope }: { scope?: "sheet" | undefined }): Follower {
    return scope === "sheet" ? this.#states.sheet : this.#states.agent;
  }

  async #settle({ id }: Asked, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#link.send({ type: "done", id });
    } catch (error) {
      const problem = error instanceof Error ? error.message : t("failed");
      this.#link.send({ type: "done", id, problem });
      say(problem);
    }
  }

  /** An answer becomes a message of the user, because the call that shows the component has ended. */
  #answer({ action, payload, byHand }: Extract<ToPage, { type: "action" }>): Promise<void> {
    const data = JSON.stringify(payload ?? {}, null, 2);
    return this.#tell(
      byHand,
      `${this.#boot.title}: ${action}${data === "{}" ? "" : `\n\n\`\`\`json\n${data}\n\`\`\``}`,
    );
  }

  async #tell(byHand: boolean, text: string): Promise<void> {
    if (!byHand) throw new Error(t("needsClick"));
    await this.#host.say(text);
  }
}

const FOR_SERVER = ["follow", "unfollow", "edit", "tool", "file", "model"] as const;
type ForServer = Extract<ToPage, { type: (typeof FOR_SERVER)[number] }>;
const isForServer = (message: ToPage): message is ForServer =>
  FOR_SERVER.some((type) => type === message.type);
