import { failed } from "./failures";

/*
 * Counts React's commits by the hook for developer tools, and reports a component that renders without end.
 * Must be loaded before React, which looks for the hook once. React Refresh uses the hook in the same way.
 */

/**
 * Maximum consecutive commits that are each caused by an effect of the previous one. CHAIN_MS is how long such a chain
 * may continue.
 */
const MAX_CHAIN = 100;
const CHAIN_MS = 500;
const MAX_BETWEEN = 5;
/** Maximum commits per second in addition to one for each animation frame. Timers cause about 250. */
const MAX_EXTRA = 500;
const SECOND = 1_000;
/** React's lanes of updates that are not deferred: sync, continuous input and default. */
const URGENT = 0b11_1111;

type FiberRoot = { pendingLanes: number; suspendedLanes: number };
type Hook = {
  /** Length of the current chain. The server's test of a component reads it and waits while the chain grows. */
  easelChain?: number;
  onCommitFiberRoot?: (id: number, root: FiberRoot, ...others: unknown[]) => void;
  onPostCommitFiberRoot?: (id: number, root: FiberRoot) => void;
};

const isDue = ({ pendingLanes, suspendedLanes }: FiberRoot) =>
  (pendingLanes & ~suspendedLanes & URGENT) !== 0;

const listeners = new Set<() => void>();
let isOver = false;
let frames = 0;
let isTicking = false;
let committedAt = -1;
let extra = 0;
let since = 0;
let chain = 0;
let chainSince = 0;
/** Number of commits in a row whose next update was pending before their effects ran; see `afterEffects`. */
let between = 0;
/** Whether an update was pending before the effects of the latest commit ran. */
let wasDue = false;
let latestRoot: FiberRoot | undefined;
/*
 * Each commit posts a message. React's scheduler posts its own after that, so `onmessage` runs directly
 * before the effects, and after each timer or animation frame that came between the commit and its effects.
 */
const beforeEffects = new MessageChannel();
beforeEffects.port1.onmessage = () => {
  wasDue = latestRoot !== undefined && isDue(latestRoot);
};

const hook = hookOfReact();
const { onCommitFiberRoot, onPostCommitFiberRoot } = hook;
hook.onCommitFiberRoot = (id, root, ...others) => {
  onCommitFiberRoot?.call(hook, id, root, ...others);
  committed(root);
};
hook.onPostCommitFiberRoot = (id, root) => {
  onPostCommitFiberRoot?.call(hook, id, root);
  afterEffects(root);
};

export function onEndless(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the hook of the browser's developer tools, or a new one. */
function hookOfReact(): Hook {
  const name = "__REACT_DEVTOOLS_GLOBAL_HOOK__";
  const own = { supportsFiber: true, isDisabled: false, inject: () => 1, onCommitFiberUnmount: () => {} };
  if (!Reflect.has(globalThis, name)) Object.defineProperty(globalThis, name, { value: own });
  return Reflect.get(globalThis, name);
}

function committed(root: FiberRoot): void {
  latestRoot = root;
  wasDue = false;
  beforeEffects.port2.postMessage(null);
  const now = performance.now();
  if (now - since > SECOND) {
    since = now;
    extra = 0;
  }
  if (frames === committedAt) extra += 1;
  committedAt = frames;
  tick();
  if (extra > MAX_EXTRA) end(`${extra} times a second`);
}

/**
 * Runs after the effects of a commit. An update that was already pending before the effects comes from a timer or an
 * animation, so the commit does not count. More than MAX_BETWEEN such commits in a row end the chain.
 */
function afterEffects(root: FiberRoot): void {
  const hasUpdate = isDue(root);
  between = hasUpdate && wasDue ? between + 1 : 0;
  if (!hasUpdate || between > MAX_BETWEEN) chain = 0;
  else if (!wasDue) chain += 1;
  hook.easelChain = chain;
  const now = performance.now();
  if (chain <= 1) chainSince = now;
  if (chain > MAX_CHAIN && now - chainSince > CHAIN_MS)
    end(`${chain} times in a row, each time because an effect set the state`);
}

function tick(): void {
  if (isTicking) return;
  isTicking = true;
  requestAnimationFrame(() => {
    isTicking = false;
    frames += 1;
  });
}

function end(often: string): void {
  if (isOver) return;
  isOver = true;
  const cause = `The component renders endlessly: ${often}.`;
  failed(
    "draw",
    new Error(`${cause} Give the effect its dependencies, or set the state only when the value changes.`),
  );
  // React is rendering and cannot be unmounted now.
  setTimeout(() => {
    for (const listener of listeners) listener();
    // A preview continues with the next version, so start counting again.
    isOver = false;
    extra = 0;
    chain = 0;
  });
}
