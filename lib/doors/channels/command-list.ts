/** The owner's commands in a chat. They are not sent to the model. */
export const COMMANDS = {
  newsession: { args: "[name]", about: "Begin a new session" },
  sessions: { about: "Go on with an earlier session" },
  stop: { about: "Stop what the agent does" },
  asks: { about: "What waits for you" },
  model: { args: "[name]", about: "Which model answers" },
  memory: { args: "on|off", about: "Whether the agent uses its memory" },
  codestats: { about: "How code ran in the last 7 days" },
  codefailures: { args: "[n]", about: "The last runs of code that failed" },
  help: { about: "What you can do here" },
} satisfies Record<string, { args?: string; about: string }>;

export type CommandName = keyof typeof COMMANDS;
export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

export const commandList = (): { command: string; description: string }[] =>
  Object.entries<{ args?: string; about: string }>(COMMANDS).map(([command, { args, about }]) => ({
    command,
    description: args ? `${about} ${args}` : about,
  }));
