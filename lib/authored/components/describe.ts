import { describeRuntime } from "@/lib/authored/compile/index";

/** For the model: how a component is written, and what it finds in its frame. */
export const describeComponents = (): string => `${RULES} ${describeRuntime()}`.trim();

const RULES =
  "The code is one TSX module that export defaults a component, in a sandboxed frame without network or database: about 530 px wide, 340 on a phone, as high as its content. Give every way out a button that calls callTool, which answers once.";
