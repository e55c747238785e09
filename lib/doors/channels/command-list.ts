/** The commands that an owner can send in a chat. Easel answers them itself, without the model. */
export const COMMANDS = {
  newsession: { args: "[name]", about: "Start a new session" },
  sessions: { about: "Continue an earlier session" },
  stop: { about: "Stop the agent" },
  asks: { about: "Show what waits for your answer" },
  model: { args: "[name]", about: "Show or change the model" },
  memory: { args: "on|off", about: "Turn memory on or off" },
  codestats: { about: "Show code execution stats of the last 7 days" },
  codefailures: { args: "[n]", about: "Show the latest failed code runs" },
  help: { about: "Show this help" },
} satisfies Record<string, { args?: string; about: string }>;

export type CommandName = keyof typeof COMMANDS;
export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

export const commandList = (): { command: string; description: string }[] =>
  Object.entries<{ args?: string; about: string }>(COMMANDS).map(([command, { args, about }]) => ({
    command,
    description: args ? `${about} ${args}` : about,
  }));
