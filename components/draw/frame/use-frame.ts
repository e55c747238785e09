import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { failureText } from "@/components/client/failure";
import type { Failure } from "@/lib/shared/frame/protocol";
import { loadBundle } from "./bundles";
import { Consent } from "./consent/consent";
import type { Permissions } from "./consent/permissions";
import type { TakeBack } from "./consent/take-back";
import type { Frame, Handlers } from "./frame";
import { describeStop, NOT_LOADED } from "./open-element";
import { framePool } from "./pool";
import { type ElementRef, usePreviousFrame } from "./previous-frame";
import type { Bundle, ComponentError, ComponentFrameProps } from "./props";
import { surfaceHandlers } from "./surface-handlers";

type Shown = {
  isPainted: boolean;
  isNext: boolean;
  height: number;
  error: ComponentError | undefined;
  notice: string | undefined;
  link: string | undefined;
  consent: Consent | undefined;
  takeBack: TakeBack | undefined;
  permissions: Permissions | undefined;
};

const NOTHING: Shown = {
  isPainted: false,
  isNext: false,
  height: 0,
  error: undefined,
  notice: undefined,
  link: undefined,
  consent: undefined,
  takeBack: undefined,
  permissions: undefined,
};

/**
 * Runs a component in a frame in `slot` and returns its state. The previous version stays visible in `former`
 * until this one is painted.
 */
export function useFrame(slot: ElementRef, options: ComponentFrameProps, former?: ElementRef) {
  const { bundle, id } = options;
  const hasServer = options.server !== undefined;
  const [shown, setShown] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const frame = useRef<Frame>(undefined);
  const latest = useRef(options);
  latest.current = options;
  const before = usePreviousFrame(former);
  // The runtime learns only at mount whether there is a server, so a new server restarts the frame. This is a layout
  // effect, because its cleanup runs while the slot is still in the document, and only then can a kept frame be moved.
  useLayoutEffect(() => {
    const place = slot.current;
    if (!place) return;
    const pool = framePool();
    const key = typeof bundle === "string" ? `${id}/${bundle}` : undefined;
    let { frame: taken, isReused } = pool.take(key, place);
    if (isReused && hasServer && !taken.server) {
      taken.close();
      ({ frame: taken, isReused } = pool.take(key, place));
    }
    const change = (next: Partial<Shown>) => setShown((now) => ({ ...now, ...next }));
    let isOver = false;

    const fail = (error: ComponentError) => {
      if (isOver) return;
      change({ error });
      latest.current.onError?.(error);
    };
    const source: Promise<Bundle> = typeof bundle === "string" ? loadBundle(bundle) : Promise.resolve(bundle);
    const onFailure = async ({ phase, message, stack }: Failure) => {
      // Keep the frame after a failed event handler. After any other failure it has nothing to show.
      if (phase !== "event") taken.close();
      fail({ phase, ...(await understand(message, stack, source)) });
    };
    const handlers: Handlers = {
      onPainted: () => {
        change({ isPainted: true });
        latest.current.onDrawn?.();
      },
      onHeight: (height) => change({ height }),
      onFailure: (failure) => void onFailure(failure),
      onStopped: (why) => {
        if (why === NOT_LOADED && pool.loseNames()) setAttempt(attempt + 1);
        else fail({ phase: "stopped", message: describeStop(why) });
      },
      ...surfaceHandlers(taken, latest, {
        onNotice: (notice) => change({ notice }),
        onLink: (link) => change({ link }),
      }),
      onEscape: () => leave(place),
    };
    frame.current = taken;
    taken.handlers = handlers;
    equip(taken, latest.current);
    setShown((now) => ({
      ...NOTHING,
      isPainted: taken.painted,
      isNext: now.height > 0,
      height: taken.painted ? taken.height : now.height,
      consent: taken.consent,
      takeBack: taken.takeBack,
    }));
    const stopHearing = followPermissions(taken, source, change);
    if (isReused) {
      before.drop();
      taken.update(latest.current.props);
      latest.current.onDrawn?.();
    } else {
      source.then(
        ({ js, css }) => {
          const { props, title } = latest.current;
          pool.sawBundle(js);
          taken.mount({ js, css, props, title });
        },
        (error) => {
          taken.close();
          fail({ phase: "load", message: failureText(error) });
        },
      );
    }
    return () => {
      isOver = true;
      frame.current = undefined;
      taken.setSeen(false);
      stopHearing();
      before.drop();
      if (!key) taken.close();
      else if (latest.current.id !== id || !before.lay(key, taken)) pool.keep(key, taken);
    };
  }, [bundle, id, attempt, slot, before, hasServer]);

  useLayoutEffect(() => {
    if (shown.isPainted || shown.error) before.drop();
  }, [shown.isPainted, shown.error, before]);

  useUpdates(frame, options, setShown);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const dismiss = useCallback(() => setShown((now) => ({ ...now, error: undefined, notice: undefined })), []);
  const closeLink = useCallback(() => setShown((now) => ({ ...now, link: undefined })), []);
  return { ...shown, retry, dismiss, closeLink };
}

/**
 * Passes the permissions of the component, and each change of its consent, to `change`. Returns a function that stops
 * this.
 */
function followPermissions(
  taken: Frame,
  source: Promise<Bundle>,
  change: (next: Partial<Shown>) => void,
): () => void {
  let isOver = false;
  let stopHearing = () => {};
  const show = async ({ js }: Bundle) => {
    const link = WAYS.test(js) ? await taken.serverLink() : undefined;
    if (!link || isOver) return;
    change({ permissions: link.permissions });
    stopHearing = link.permissions.subscribe(() => change({ consent: taken.consent }));
    if (!link.permissions.state().access) await link.permissions.look();
  };
  source.then(show, () => {});
  return () => {
    isOver = true;
    stopHearing();
  };
}

/** Gives a frame its consent, surface and server, unless it has them already, as a kept frame does. */
function equip(taken: Frame, options: ComponentFrameProps): void {
  const { warden, sheet: surface, server } = options;
  taken.isTrial = options.isTrial ?? false;
  taken.isForeign = options.isForeign ?? false;
  taken.server ??= server;
  taken.setSeen(true);
  taken.sheet ??= surface;
  taken.consent ??= warden && new Consent(warden);
}

function useUpdates(
  frame: RefObject<Frame | undefined>,
  options: ComponentFrameProps,
  setShown: Dispatch<SetStateAction<Shown>>,
): void {
  const { props, warden, server, title } = options;
  useEffect(() => frame.current?.update(props), [props, frame]);
  // A changed surface continues in the same frame, with the permissions of the call that changed it.
  useEffect(() => {
    const { current } = frame;
    if (!current || !warden || current.consent?.isOf(warden)) return;
    current.consent = new Consent(warden);
    setShown((now) => ({ ...now, consent: current.consent }));
  }, [warden, frame, setShown]);
  useEffect(() => {
    const { current } = frame;
    if (!current?.server || !server || current.server === server) return;
    current.server = server;
    void current.serverLink()?.then((link) => link.use(server));
  }, [server, frame]);
  useEffect(() => {
    if (frame.current) frame.current.element.title = title;
  }, [title, frame]);
}

const WAYS = /\b(useQuery|useTable|callAgentTool|useFile|askModel|importModule)\b/;

async function understand(message: string, stack: string, source: Promise<Bundle>) {
  try {
    const [{ locate, reactInWords }, { map }] = await Promise.all([import("./understand"), source]);
    return { message: reactInWords(message), ...locate(stack, map) };
  } catch {
    return { message };
  }
}

function leave(place: HTMLElement): void {
  if (!place.contains(document.activeElement)) return;
  place.focus({ preventScroll: true });
  place.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
}
