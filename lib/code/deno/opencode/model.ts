/** The one model that OpenCode is offered: whichever the conversation has. Its own are chosen by names, so this says nothing. */
export const PROVIDER = "easel";
export const OPENCODE_MODEL = "conversation";
