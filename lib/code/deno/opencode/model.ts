/**
 * The only model that OpenCode sees. It stands for the conversation's model: OpenCode treats models
 * differently by name,
 * and this name has no meaning to it.
 */
export const PROVIDER = "easel";
export const OPENCODE_MODEL = "conversation";
