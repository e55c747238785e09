import { isRecord } from "@/lib/shared/chat/parts";

const NONE: Record<string, unknown> = {};

/** What a call gives its component. */
export const propsOf = (input: unknown): Record<string, unknown> =>
  isRecord(input) && isRecord(input.props) ? input.props : NONE;
