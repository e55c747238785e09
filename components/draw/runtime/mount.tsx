import { type ComponentType, createElement, useLayoutEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { failed } from "./failures";
import { tellHeight, watchHeight } from "./height";
import { stayHere } from "./keys";
import { markPainted } from "./painted";
import { send } from "./port";
import { onEndless } from "./renders";
import { setServer } from "./server";

export type Props = Record<string, unknown>;
export type Component = ComponentType<Props>;
type Mount = { js: string; css: string; props: Props; hasServer?: boolean };

/** Replaces viewport heights such as `100vh` in styles, because the frame itself is as high as its content. */
const SCREEN = "640px";

let root: Root | undefined;
let component: Component | undefined;
/** Rendered beside the component: the place of its notices. */
let Beside: ComponentType | undefined;

/** Renders `Notices` beside each component that is mounted from now on. */
export const setNotices = (Notices: ComponentType): void => {
  Beside = Notices;
};

export async function mount({ js, css, props, hasServer = false }: Mount): Promise<void> {
  setServer(hasServer);
  addStyles(css);
  try {
    show(await load(js), props);
  } catch (error) {
    failed("load", error);
  }
}

/** Renders a loaded component. */
export function show(loaded: unknown, props: Props): void {
  component = asComponent(loaded);
  const place = document.createElement("div");
  place.id = "root";
  document.body.append(place);
  watchHeight(place);
  root = createRoot(place, { onUncaughtError: (error) => failed("draw", error) });
  onEndless(() => root?.unmount());
  // Adds listeners to the same element after those of React, which `createRoot` has just added.
  stayHere(place);
  update(props);
}

/**
 * Renders without an additional Suspense boundary: React keeps a fallback for a minimum time, which would
 * delay the first paint after the state has arrived. Without one, the first paint is complete.
 */
export function update(props: Props): void {
  if (!component) return;
  root?.render(
    <>
      {createElement(component, props)}
      <Painted />
      {Beside && <Beside />}
    </>,
  );
}

/**
 * Rendered beside the component, so that its effect runs once the component has rendered, even if the component
 * suspended before.
 */
function Painted() {
  useLayoutEffect(() => {
    markPainted();
    tellHeight();
    send({ type: "painted" });
  }, []);
  return null;
}

export function addStyles(css: string): HTMLStyleElement {
  const style = document.createElement("style");
  style.textContent = css.replace(/\b100[dsl]?vh\b/g, SCREEN);
  document.head.append(style);
  return style;
}

export async function load(js: string): Promise<Component> {
  const url = URL.createObjectURL(new Blob([js], { type: "text/javascript" }));
  try {
    const module: { default?: unknown } = await import(url);
    return asComponent(module.default);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function asComponent(value: unknown): Component {
  // `memo`, `forwardRef` and `lazy` return objects.
  const isDrawable =
    typeof value === "function" || (typeof value === "object" && value !== null && "$$typeof" in value);
  if (!isDrawable)
    throw new TypeError("The default export is not a component. Export a function that returns JSX.");
  return value as Component;
}
