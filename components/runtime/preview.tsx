import { createElement, type ReactNode, useLayoutEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { holdFocus } from "./focus";
import { tellHeight, watchHeight } from "./height";
import { addStyles, type Component, load, type Props } from "./mount";
import { send } from "./port";
import { giveRows } from "./queries";
import { setServer } from "./server";

/*
 * A component while it is being written: each version is tried out of sight, and takes the place of the last one only if it
 * draws something. It is there to be looked at; the page takes nothing from it.
 */

type Version = { component: Component; props: Props; styles: HTMLStyleElement };

/** What it waits for, such as a value of the state, should be there by then. */
const MAX_TRIAL_MS = 6_000;
/** A new version would begin each of them anew. */
const STILL = "*, ::before, ::after { animation: none !important; transition: none !important; }";
const OUT_OF_SIGHT = "position:fixed;inset:0 0 auto 0;height:0;overflow:hidden;visibility:hidden";

let newest = 0;
let place: HTMLElement | undefined;
let root: Root | undefined;
let shown: Version | undefined;

type Preview = { js: string; css: string; props: Props; given?: FrozenRows };

export async function preview({ js, css, props, given }: Preview): Promise<void> {
  const turn = ++newest;
  place ??= begin();
  if (given) giveRows(given);
  const styles = addStyles(css);
  const version = await load(js).then(
    (component) => ({ component, props, styles }),
    () => undefined,
  );
  const isGood = version && (await draws(version, place)) && turn === newest;
  if (isGood) show(version, place);
  else styles.remove();
  send({ type: "previewed", isShown: Boolean(isGood) });
}

function begin(): HTMLElement {
  setServer("later");
  addStyles(STILL);
  document.documentElement.inert = true;
  holdFocus(true);
  const made = document.createElement("div");
  made.id = "root";
  document.body.append(made);
  watchHeight(made);
  return made;
}

/** Whether a version draws something, and nothing in it throws. */
function draws(version: Version, around: HTMLElement): Promise<boolean> {
  const trial = document.createElement("div");
  trial.style.cssText = OUT_OF_SIGHT;
  around.append(trial);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, MAX_TRIAL_MS, false);
  const trying = createRoot(trial, {
    onUncaughtError: () => resolve(false),
    onCaughtError: () => resolve(false),
  });
  // After its effects, where most of what goes wrong does.
  const onDrawn = () => setTimeout(() => resolve(trial.scrollHeight > 0));
  trying.render(<Shown version={version} onDrawn={onDrawn} />);
  return promise.finally(() => {
    clearTimeout(timer);
    trying.unmount();
    trial.remove();
  });
}

function show(version: Version, around: HTMLElement): void {
  const before = shown;
  shown = version;
  root ??= open(around);
  root.render(
    <Shown
      version={version}
      onDrawn={() => {
        if (before?.styles !== version.styles) before?.styles.remove();
        tellHeight();
      }}
    />,
  );
}

/** What throws once it is shown, as when it has other hooks than the version before, begins anew, once. */
function open(around: HTMLElement): Root {
  const inner = document.createElement("div");
  around.replaceChildren(inner);
  const failing = createRoot(inner, {
    onUncaughtError: () => {
      const version = shown;
      root = undefined;
      setTimeout(failing.unmount);
      if (!version || restarted === version) return;
      restarted = version;
      show(version, around);
    },
  });
  return failing;
}

let restarted: Version | undefined;

function Shown({ version, onDrawn }: { version: Version; onDrawn: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each version, once
  useLayoutEffect(onDrawn, [version]);
  const { component, props } = version;
  // Called as a part of this one, so that the next version goes on with what is drawn and with its state.
  return isFunction(component) ? (
    <Same key={component.name} draw={component} props={props} />
  ) : (
    createElement(component, props)
  );
}

function Same({ draw, props }: { draw: (props: Props) => ReactNode; props: Props }) {
  return draw(props);
}

const isFunction = (component: Component): component is (props: Props) => ReactNode =>
  typeof component === "function" && !component.prototype?.isReactComponent;
