import {
  type ComponentType,
  createContext,
  createElement,
  type LazyExoticComponent,
  lazy,
  useContext,
  useState,
} from "react";

const MAX_ATTEMPTS = 3;
const PAUSE_MS = 600;

/** Number of the current attempt to render a block. Increase it to load code again after a failure. */
export const Attempt = createContext(0);

/**
 * Creates a component whose code loads on the first render or by `ahead()`. Retries failed loads. Requires a
 * Suspense boundary.
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const ahead = async () => {
    loaded = await retried(load);
    return loaded;
  };
  // React caches failed loads too, so each attempt has its own lazy component.
  const views: LazyExoticComponent<ComponentType<Props>>[] = [];

  function LazyView(props: Props) {
    const attempt = useContext(Attempt);
    // Render loaded code directly: after suspending, even briefly, React delays the content for 300 ms.
    const [Loaded] = useState(() => loaded);
    if (Loaded) return createElement<Props>(Loaded, props);
    views[attempt] ??= lazy(async () => ({ default: await ahead() }));
    return createElement<Props>(views[attempt], props);
  }
  return Object.assign(LazyView, { ahead });
}

export async function retried<T>(load: () => Promise<T>, tries = MAX_ATTEMPTS, pause = PAUSE_MS): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (tries <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return retried(load, tries - 1, pause * 2);
  }
}
