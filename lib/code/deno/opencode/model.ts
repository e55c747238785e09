/**
 * The names of the only provider and model that OpenCode knows. Easel answers with the conversation's model.
 * OpenCode treats models differently by their names, so this name means nothing to it.
 */
export const PROVIDER = "easel";
export const OPENCODE_MODEL = "conversation";
