import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useEffect, useState } from "react";
import { vi } from "vitest";
import { ChangesProvider, type Listen } from "../changes";
import type { Change } from "../events";
import { newQueryClient, useLiveQueries } from "../queries";
import { answerWith, FakeServer } from "./fake-server";

type PageOptions = {
  server?: FakeServer;
  path?: string;
  client?: QueryClient;
};

/** Renders a page with a fake server, event stream (`tell`) and router. Its address follows `history`. */
export function drawPage(page: ReactNode, options: PageOptions = {}) {
  const { server = new FakeServer(), path = "/", client = newQueryClient() } = options;
  const listeners = new Set<(change: Change) => void>();
  const source: Listen = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const router = {
    push: vi.fn(),
    replace: vi.fn(),
    refresh: vi.fn(),
    back: vi.fn(),
    forward: vi.fn(),
    prefetch: vi.fn(),
  };
  answerWith(server.fetch);
  history.replaceState(null, "", path);
  const Tab = ({ children }: { children: ReactNode }) => (
    <AppRouterContext value={router as never}>
      <Address>
        <QueryClientProvider client={client}>
          <ChangesProvider source={source}>
            <Live>{children}</Live>
          </ChangesProvider>
        </QueryClientProvider>
      </Address>
    </AppRouterContext>
  );
  return {
    ...render(page, { wrapper: Tab }),
    server,
    client,
    router,
    /** Emits a change; null means that changes may have been missed. */
    tell: (change: Change) =>
      act(() => {
        for (const listener of listeners) listener(change);
      }),
  };
}

function Live({ children }: { children: ReactNode }) {
  useLiveQueries();
  return children;
}

/** As in Next, writing to `history` changes the address of the page. */
function Address({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(location.href);
  useEffect(() => {
    const { pushState, replaceState } = history;
    const followed = (write: typeof pushState) =>
      function (this: History, ...args: Parameters<typeof pushState>) {
        write.apply(history, args);
        setAddress(location.href);
      };
    history.pushState = followed(pushState);
    history.replaceState = followed(replaceState);
    return () => {
      history.pushState = pushState;
      history.replaceState = replaceState;
    };
  }, []);
  const { pathname, searchParams } = new URL(address);
  return (
    <PathnameContext value={pathname}>
      <SearchParamsContext value={searchParams}>{children}</SearchParamsContext>
    </PathnameContext>
  );
}
