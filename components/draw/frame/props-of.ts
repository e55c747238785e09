import { isRecord } from "@/lib/shared/chat/parts";

const NONE: Record<string, unknown> = {};

/** Returns the props in the input of a call; empty if there are none. */
export const propsOf = (input: unknown): Record<string, unknown> =>
  isRecord(input) && isRecord(input.props) ? input.props : NONE;
