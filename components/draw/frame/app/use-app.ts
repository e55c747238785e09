import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { request } from "@/components/client/request";
import { type AppSurface, appSurface } from "@/lib/shared/mcp/apps";
import { describeStop, NOT_LOADED } from "../open-element";
import { framePool } from "../pool";
import { AppSession, FIRST_HEIGHT, keep, type Stage, takeHidden } from "./app-session";

export type AppProps = {
  /** Identity of the app: the same id shows it again in the state in which it was left. */
  id: string;
  title: string;
  path: string;
  mode: Stage["mode"];
  modes: Stage["modes"];
  onSay: Stage["onSay"];
  onContext: Stage["onContext"];
  onMode: Stage["onMode"];
};

export function useApp(slot: RefObject<HTMLElement | null>, props: AppProps) {
  const { id, title, path, mode, modes } = props;
  const [surface, setSurface] = useState<AppSurface>();
  const [session, setSession] = useState<AppSession>();
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const [isShown, setShown] = useState(false);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(props);
  latest.current = props;

  const begin = useCallback(() => {
    const leave = new AbortController();
    setProblem(undefined);
    setSurface(undefined);
    load(path, leave.signal).then(setSurface, (error) => {
      if (!leave.signal.aborted) setProblem(failureText(error));
    });
    return () => leave.abort();
  }, [path]);
  useEffect(begin, [begin]);

  // A layout effect, because its cleanup runs while the slot is still in the document, and only then can a kept frame
  // be moved.
  useLayoutEffect(() => {
    const place = slot.current;
    if (!place || !surface) return;
    const key = `${id}/${surface.app}`;
    const taken = takeHidden(key, place) ?? new AppSession(place, latest.current.title, surface, path);
    taken.stage = {
      get mode() {
        return latest.current.mode;
      },
      get modes() {
        return latest.current.modes;
      },
      onHeight: setHeight,
      onShown: () => setShown(true),
      onStopped: (why) => {
        if (why === NOT_LOADED && framePool().loseNames()) begin();
        else setProblem(describeStop(why));
      },
      onSay: (text, hold) => latest.current.onSay(text, hold),
      onContext: (context) => latest.current.onContext(context),
      onMode: (wanted) => latest.current.onMode(wanted),
    };
    setSession(taken);
    setHeight(taken.height);
    setShown(taken.isShown);
    return () => {
      setSession(undefined);
      keep(key, taken);
    };
  }, [id, path, surface, slot, begin]);

  const modeList = modes.join();
  useEffect(() => {
    if (mode && modeList) session?.bridge.contextChanged();
  }, [session, mode, modeList]);
  useEffect(() => {
    if (session) session.frame.element.title = title;
  }, [session, title]);

  return { sheet: surface, session, height, isShown, problem, retry: begin };
}

async function load(path: string, signal: AbortSignal): Promise<AppSurface> {
  return appSurface.parse(await (await request(path, { signal })).json());
}
