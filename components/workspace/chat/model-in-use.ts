/** The model of a conversation with a readable label. `problem` explains why no model can answer. */
export type ModelInUse = { label: string; isDemo: boolean; problem?: string };
