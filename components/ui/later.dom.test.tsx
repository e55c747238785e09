import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { later } from "./later";

test("a lazy component hydrates server markup without errors, before and after its code loads", async () => {
  const Name = later<object>(
    async () => () => <b>Ada</b>,
    () => <i>…</i>,
  );
  const first = document.createElement("div");
  const second = document.createElement("div");
  const drawn = renderToString(<Name />);
  first.innerHTML = drawn;
  second.innerHTML = drawn;
  const errors: unknown[] = [];
  const onRecoverableError = (error: unknown) => void errors.push(error);
  const roots = [];
  roots.push(await act(async () => hydrateRoot(first, <Name />, { onRecoverableError })));
  await expect.poll(() => first.textContent).toBe("Ada");
  roots.push(await act(async () => hydrateRoot(second, <Name />, { onRecoverableError })));
  expect(second.textContent).toBe("Ada");
  expect(errors).toEqual([]);
  for (const root of roots) act(() => root.unmount());
});
