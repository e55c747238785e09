export const ROOT_SPECIFIER = "react-dom/client";

/**
 * Replaces `react-dom/client` in components. Renders the contents of all roots as one component. A root whose
 * container is in the HTML page is rendered into that element. The page's scripts run after the page is
 * rendered.
 */
export const ROOT_MODULE = `import { createElement, Fragment, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
const roots = new Map();
const listeners = new Set();
let shown = [];
let page = null;
let made = 0;
const draw = () => {
  shown = [...roots.values()].filter(({ isDrawn }) => isDrawn).map((root) => ({ ...root }));
  for (const listener of listeners) listener();
};
const hear = (listener) => { listeners.add(listener); return () => listeners.delete(listener); };
const placeOf = (container) => {
  if (!page || !container || page.contains(container)) return page && container;
  return container.id ? page.querySelector("#" + CSS.escape(container.id)) : null;
};
export const createRoot = (container = null) => {
  const root = roots.get(container) ?? { place: placeOf(container), key: made++, isDrawn: false, node: null };
  roots.set(container, root);
  const render = (node) => {
    if (!root.isDrawn) root.place?.replaceChildren();
    Object.assign(root, { node, isDrawn: true });
    draw();
  };
  const unmount = () => { roots.delete(container); draw(); };
  return { render, unmount };
};
export const hydrateRoot = (container, node) => {
  const root = createRoot(container);
  root.render(node);
  return root;
};
export const Root = () =>
  useSyncExternalStore(hear, () => shown).map(({ place, key, node }) =>
    place ? createPortal(node, place, key) : createElement(Fragment, { key }, node));
export const asPage = (html, run) => {
  const content = { __html: html };
  let isRun = false;
  return function Page() {
    const ref = useRef(null);
    useLayoutEffect(() => {
      page = ref.current;
      if (!isRun) void run();
      isRun = true;
    }, []);
    return [
      createElement("div", { key: "page", ref, dangerouslySetInnerHTML: content }),
      createElement(Root, { key: "roots" }),
    ];
  };
};
export default { createRoot, hydrateRoot };`;
