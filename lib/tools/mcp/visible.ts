import type { Transport } from "@modelcontextprotocol/client";
import { REMOVED } from "@/lib/shared/mcp/removed";
import { valueWithoutInvisible } from "@/lib/shared/text/invisible";

type OnMessage = NonNullable<Transport["onmessage"]>;
type Message = Parameters<OnMessage>[0];

/**
 * Removes invisible characters from all messages of a server: tools, prompts, resources, instructions, results
 * and questions. Leaves base64 unchanged. Puts the number of removed characters into the `_meta` of a result.
 */
export function visibleOnly<T extends Transport>(transport: T, onRemoved: (removed: number) => void): T {
  let listener: Transport["onmessage"];
  return Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: (): OnMessage | undefined => listener && ((message, extra) => listener?.(clean(message), extra)),
    set: (handler: Transport["onmessage"]) => {
      listener = handler;
    },
  });

  function clean<M extends Message>(message: M): M {
    const { value, removed } = valueWithoutInvisible(message);
    if (removed === 0) return message;
    onRemoved(removed);
    if (!("result" in value)) return value;
    return { ...value, result: { ...value.result, _meta: { ...value.result._meta, [REMOVED]: removed } } };
  }
}
