import { cut, NativeError, NativeString } from "./intrinsics";
import { toText } from "./json";

const MAX_MESSAGE_CHARS = 4_000;
const MAX_STACK_CHARS = 4_000;

export type Thrown = { name: string; message: string; stack: string };

/** Describes a thrown value. It may not be an error, and its getters and methods may be hostile. */
export function describeThrown(thrown: unknown): Thrown {
  if (!(thrown instanceof NativeError)) {
    return {
      name: "",
      message: cut(
        attempt(() => toText(thrown)),
        0,
        MAX_MESSAGE_CHARS,
      ),
      stack: "",
    };
  }
  return {
    name: cut(
      attempt(() => thrown.name),
      0,
      100,
    ),
    message: cut(
      attempt(() => thrown.message),
      0,
      MAX_MESSAGE_CHARS,
    ),
    stack: cut(
      attempt(() => thrown.stack),
      0,
      MAX_STACK_CHARS,
    ),
  };
}

export function errorMessage(thrown: unknown): string {
  const { name, message } = describeThrown(thrown);
  return name && message ? `${name}: ${message}` : name || message;
}

function attempt(read: () => unknown): string {
  try {
    const text = read();
    return typeof text === "string" ? text : NativeString(text);
  } catch {
    return "";
  }
}
