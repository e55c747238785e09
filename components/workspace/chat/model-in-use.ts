/** Who answers in this conversation, as people may read it; `problem` says why nobody can. */
export type ModelInUse = { label: string; isDemo: boolean; problem?: string };
