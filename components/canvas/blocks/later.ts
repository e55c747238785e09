import { type ComponentType, lazy } from "react";

const TRIES = 3;
const PAUSE_MS = 600;

/** A view whose code is loaded when it is first drawn. A network that falters for a moment does not fail it. */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await patiently(load) }));
}

export async function patiently<T>(load: () => Promise<T>, tries = TRIES, pause = PAUSE_MS): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (tries <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return patiently(load, tries - 1, pause * 2);
  }
}
