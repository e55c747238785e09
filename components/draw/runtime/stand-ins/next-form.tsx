import type { ComponentProps, FormEvent } from "react";
import { go } from "./location";

type Props = ComponentProps<"form"> & { replace?: boolean; scroll?: boolean; prefetch?: unknown };

/** Replaces next/form: a string as action navigates in memory, with the fields in the query. */
export default function Form({
  action,
  replace,
  scroll: _scroll,
  prefetch: _prefetch,
  onSubmit,
  ...props
}: Props) {
  if (typeof action !== "string") return <form {...props} action={action} onSubmit={onSubmit} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    (onSubmit as ((event: FormEvent<HTMLFormElement>) => void) | undefined)?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, asText(value)]);
    go(`${action.split("?")[0]}?${new URLSearchParams(fields)}`, { replaces: replace === true });
  };
  return <form {...props} onSubmit={submit} />;
}

const asText = (value: FormDataEntryValue) => (typeof value === "string" ? value : value.name);
