import { Primitive } from "@radix-ui/react-primitive";
import { type ComponentProps, createContext, use } from "react";
import { createPortal } from "react-dom";

/** The element inside a shadow root in which dialogs and menus are rendered, so that they have its styles. */
export const PortalContainer = createContext<Element | null>(null);

type PortalProps = ComponentProps<typeof Primitive.div> & { container?: Element | DocumentFragment | null };

/** Replaces Radix's portal, which would render into the body of the page. */
export function Portal({ container, ...props }: PortalProps) {
  const own = use(PortalContainer);
  const place = container ?? own;
  return place ? createPortal(<Primitive.div {...props} />, place) : null;
}
export { Portal as Root };
