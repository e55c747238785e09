/**
 * The only model that OpenCode sees; Easel uses the conversation's model. OpenCode treats models differently
 * by name, and this name has no meaning to it.
 */
export const PROVIDER = "easel";
export const OPENCODE_MODEL = "conversation";
