import { createElement, type ReactNode, useLayoutEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import { holdFocus } from "./focus";
import { tellHeight, watchHeight } from "./height";
import { addStyles, type Component, load, type Props } from "./mount";
import { send } from "./port";
import { setFrozenRows } from "./queries";
import { onEndless } from "./renders";
import { setServer } from "./server";

/*
 * A component while the model writes it: each version is tried out of sight and replaces the previous one
 * only if it draws something. It is not interactive, and the page ignores its requests.
 */

type Version = { component: Component; props: Props; styles: HTMLStyleElement };

/** Maximum time for a trial, because a version may suspend until data such as state arrives. */
const MAX_TRIAL_MS = 6_000;
/** Disables animations, because each new version would restart them. */
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
  if (given) setFrozenRows(given);
  const styles = addStyles(css);
  const version = await load(js).then(
    (component) => ({ component, props, styles }),
    () => undefined,
  );
  const trial = version && (await tryOut(version, place));
  const isGood = trial?.isGood === true && turn === newest;
  if (!isGood) {
    trial?.end();
    styles.remove();
  } else if (shown) {
    trial.end();
    show(trial.version, place);
  } else keep(trial);
  send({ type: "previewed", isShown: isGood });
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

type Trial = { version: Version; isGood: boolean; element: HTMLElement; drawn: Root; end(): void };

/** Renders a version and determines whether it draws something without an error. */
async function tryOut(version: Version, around: HTMLElement): Promise<Trial> {
  const element = document.createElement("div");
  // Try the first version at its final position, because nothing else is visible yet.
  element.style.cssText = shown ? OUT_OF_SIGHT : "position:relative";
  around.append(element);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, MAX_TRIAL_MS, false);
  const drawn: Root = createRoot(element, {
    onUncaughtError: () => (drawn === root ? restart(drawn, around) : resolve(false)),
    onCaughtError: () => resolve(false),
  });
  const stopListening = onEndless(() => {
    drawn.unmount();
    resolve(false);
  });
  // Wait until the version's effects have run, because most errors occur there.
  const onDrawn = () => {
    setTimeout(() => resolve(element.scrollHeight > 0));
  };
  drawn.render(<Shown version={version} onDrawn={onDrawn} />);
  const end = () => {
    stopListening();
    drawn.unmount();
    element.remove();
  };
  const isGood = await promise;
  clearTimeout(timer);
  return { version, isGood, element, drawn, end };
}

/** Shows the element in which the version was tried, because rendering it again would take the same time. */
function keep({ version, element, drawn }: Trial): void {
  element.style.cssText = "";
  shown = version;
  root = drawn;
  tellHeight();
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

function open(around: HTMLElement): Root {
  const inner = document.createElement("div");
  around.replaceChildren(inner);
  const opened: Root = createRoot(inner, { onUncaughtError: () => restart(opened, around) });
  return opened;
}

/** Renders a version from scratch, once, if it throws when shown, for example because its hooks changed. */
function restart(failing: Root, around: HTMLElement): void {
  const version = shown;
  root = undefined;
  setTimeout(() => failing.unmount());
  if (!version || restarted === version) return;
  restarted = version;
  show(version, around);
}

let restarted: Version | undefined;

function Shown({ version, onDrawn }: { version: Version; onDrawn: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each version
  useLayoutEffect(onDrawn, [version]);
  const { component, props } = version;
  // `Same` calls the component's function, so that React keeps the elements and their state when the next version has
  // another function.
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
