import type { ReactNode } from "react";
import * as dom from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";

/** The global of the script that pages load. It also has the functions of the client, and `render` of React 17. */
export default {
  ...dom,
  createRoot,
  hydrateRoot,
  render: (node: ReactNode, container: Element) => createRoot(container).render(node),
};
