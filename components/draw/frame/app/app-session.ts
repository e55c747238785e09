import { jsonBody, request } from "@/components/client/request";
import { type AppSurface, appOutcome } from "@/lib/shared/mcp/apps";
import { TakeBack } from "../consent/take-back";
import { framePool, moveFrame } from "../pool";
import { AppBridge } from "./app-bridge";
import { AppFrame } from "./app-frame";
import { type DisplayMode, hostContext, MAX_HEIGHT } from "./host-context";
import { Questions } from "./questions";

/** Longer than the server's limit of one minute, so that the server reports the timeout. */
const CALL_MS = 75_000;
const TEARDOWN_MS = 500;
const MAX_HIDDEN = 6;
export const FIRST_HEIGHT = 320;

export type Stage = {
  mode: DisplayMode;
  modes: DisplayMode[];
  onHeight(px: number): void;
  onShown(): void;
  onStopped(why: string): void;
  /**
   * Sends a message as the user. The implementation calls `hold` first, which lets the user cancel the message.
   * `hold` resolves at once if a click or key in the app caused the message, and the message answers the open ask
   * (`answers`) or is not the first one of this session.
   */
  onSay(text: string, hold: (answers: boolean) => Promise<void>): Promise<void>;
  onContext(context: object): void;
  onMode(mode: DisplayMode): void;
};

/** A running app with its frame, questions and unsent message. It outlives the view that shows it. */
export class AppSession {
  readonly frame: AppFrame;
  readonly bridge: AppBridge;
  readonly questions = new Questions();
  readonly takeBack = new TakeBack();
  height = FIRST_HEIGHT;
  isShown = false;
  stage: Stage | undefined;

  constructor(place: HTMLElement, title: string, surface: AppSurface, path: string) {
    this.frame = new AppFrame(place, { app: surface.app, title });
    const call = async (body: object): Promise<object> => {
      const init = { method: "POST", ...jsonBody(body), patienceMs: CALL_MS };
      const outcome = appOutcome.parse(await (await request(path, init)).json());
      if ("result" in outcome) return outcome.result;
      const { asks } = outcome;
      const decision = await this.questions.ask({ kind: "call", question: asks });
      return call({ ...body, allowed: asks.token, ...(decision === "always" && { remember: "always" }) });
    };
    this.bridge = new AppBridge(surface, {
      context: () => hostContext(surface, this.#shown()),
      tell: (message) => this.frame.send({ type: "tell", message }),
      callTool: (params) => call({ method: "tools/call", params }),
      readResource: (uri) => call({ method: "resources/read", params: { uri } }),
      say: async (text, byHand) => {
        const isInHand = await this.frame.takeGesture(byHand);
        if (!this.stage) throw new Error("This app is not visible now.");
        await this.stage.onSay(text, async (answers) => {
          if (!(answers && isInHand)) await this.takeBack.offer(text, isInHand);
        });
      },
      openLink: async (url) => {
        await this.questions.ask({ kind: "link", url });
      },
      keepContext: (context) => this.stage?.onContext(context),
      setMode: (mode) => {
        this.stage?.onMode(mode);
        return mode;
      },
      setHeight: (px) => {
        this.height = Math.min(Math.ceil(px), MAX_HEIGHT);
        this.stage?.onHeight(this.height);
      },
      onInitialized: () => this.#show(),
    });
    this.frame.ends = {
      onReady: () => {
        this.frame.send({ type: "open", html: surface.html });
        // Show an app that does not speak the protocol as a plain page.
        setTimeout(() => this.#show(), FIRST_MS);
      },
      onMessage: (message, byHand) => void this.bridge.receive(message, byHand),
      onStopped: (why) => this.stage?.onStopped(why),
      onLook: () => this.bridge.contextChanged(),
    };
  }

  #show(): void {
    this.isShown = true;
    this.stage?.onShown();
  }

  #shown() {
    const { mode = "inline", modes = ["inline" as const] } = this.stage ?? {};
    return { mode, modes, width: Math.floor(this.frame.element.getBoundingClientRect().width) };
  }
}

const FIRST_MS = 1_500;

const hidden = new Map<string, AppSession>();

/** Moves the hidden session `key` into `place`. Returns undefined if there is none. */
export function takeHidden(key: string, place: HTMLElement): AppSession | undefined {
  const session = hidden.get(key);
  hidden.delete(key);
  if (!session?.frame.isOpen) return undefined;
  moveFrame(session.frame, place);
  return session;
}

/** Keeps a session running out of sight; closes it if the browser cannot move frames. */
export function keep(key: string, session: AppSession): void {
  session.stage = undefined;
  if (!session.frame.isOpen || !framePool().parkAway(session.frame)) {
    session.frame.close();
    return;
  }
  hidden.set(key, session);
  for (const [oldest, one] of hidden) {
    if (hidden.size <= MAX_HIDDEN) break;
    hidden.delete(oldest);
    void one.bridge
      .teardown("Other apps were opened in the meantime.", TEARDOWN_MS)
      .then(() => one.frame.close());
  }
}
