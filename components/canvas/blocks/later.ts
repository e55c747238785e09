import {
  type ComponentType,
  createContext,
  createElement,
  type LazyExoticComponent,
  lazy,
  useContext,
} from "react";

const TRIES = 3;
const PAUSE_MS = 600;

/** Which attempt at drawing a block this is; a new one loads again what could not be loaded. */
export const Attempt = createContext(0);

/** A view whose code is loaded when it is first drawn. A network that falters for a moment does not fail it. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  // React remembers a failure as it does a success, so every attempt has one of its own.
  const views: LazyExoticComponent<ComponentType<Props>>[] = [];
  return function Later(props: Props) {
    const attempt = useContext(Attempt);
    views[attempt] ??= lazy(async () => ({ default: await retried(load) }));
    return createElement<Props>(views[attempt], props);
  };
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
