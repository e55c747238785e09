import {
  type ComponentType,
  createContext,
  createElement,
  type LazyExoticComponent,
  lazy,
  useContext,
  useState,
} from "react";

const TRIES = 3;
const PAUSE_MS = 600;

/** Which attempt at drawing a block this is; a new one loads again what could not be loaded. */
export const Attempt = createContext(0);

/**
 * A view whose code is loaded when it is first drawn, or ahead. A network that falters for a moment does not fail it.
 * Stands inside a Suspense.
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined;
  const ahead = async () => {
    known = await retried(load);
    return known;
  };
  // React remembers a failure as it does a success, so every attempt has one of its own.
  const views: LazyExoticComponent<ComponentType<Props>>[] = [];

  function LazyView(props: Props) {
    const attempt = useContext(Attempt);
    // What is known is drawn at once: after a wait, however short, React holds back what comes for 300 ms.
    const [Known] = useState(() => known);
    if (Known) return createElement<Props>(Known, props);
    views[attempt] ??= lazy(async () => ({ default: await ahead() }));
    return createElement<Props>(views[attempt], props);
  }
  return Object.assign(LazyView, { ahead });
}

export async function retried<T>(load: () => Promise<T>, tries = TRIES, pause = PAUSE_MS): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (tries <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return retried(load, tries - 1, pause * 2);
  }
}
