import { isRecord } from "@/lib/shared/chat/parts";

const NONE: Record<string, unknown> = {};

export const propsOf = (input: unknown): Record<string, unknown> =>
  isRecord(input) && isRecord(input.props) ? input.props : NONE;
