import type { ComponentProps } from "react";
import * as router from "react-router";
import { go, step, usePlace } from "./location";

/*
 * Replaces react-router-dom. A frame cannot navigate, so every router keeps its address in memory. The router around an
 * imported component was often part of the app that the component comes from, so links and hooks also work without one.
 */

export * from "react-router";

export function BrowserRouter({
  basename,
  children,
}: Pick<router.BrowserRouterProps, "basename" | "children">) {
  return (
    <router.MemoryRouter basename={basename} initialEntries={[basename ?? "/"]}>
      {children}
    </router.MemoryRouter>
  );
}

export const HashRouter = BrowserRouter;
export const createBrowserRouter = router.createMemoryRouter;
export const createHashRouter = router.createMemoryRouter;

export function Link(props: ComponentProps<typeof router.Link>) {
  const link = <router.Link {...props} />;
  return router.useInRouterContext() ? link : <BrowserRouter>{link}</BrowserRouter>;
}

export function NavLink(props: ComponentProps<typeof router.NavLink>) {
  const link = <router.NavLink {...props} />;
  return router.useInRouterContext() ? link : <BrowserRouter>{link}</BrowserRouter>;
}

export function useNavigate(): router.NavigateFunction {
  // A component stays inside or outside a router, so it always calls the same hook.
  const useOwn = router.useInRouterContext() ? router.useNavigate : () => navigate;
  return useOwn();
}

export function useLocation(): router.Location {
  const useOwn = router.useInRouterContext() ? router.useLocation : useOwnLocation;
  return useOwn();
}

const navigate: router.NavigateFunction = (to: router.To | number, options?: router.NavigateOptions) => {
  if (typeof to === "number") step(to);
  else go(typeof to === "string" ? to : router.createPath(to), { replaces: options?.replace === true });
};

function useOwnLocation(): router.Location {
  const { pathname, search, hash } = usePlace();
  return { pathname, search, hash, state: null, key: "default" };
}
