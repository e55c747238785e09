export type Seen = {
  owner: string;
  /** Conversations of the first agent (`conversation`) and of the second (`own`). */
  conversation: string;
  own: string;
  ids: string[];
};

export type Bodies = (seen: Seen) => object[];
export const none: Bodies = () => [];
export const some =
  (...bodies: object[]): Bodies =>
  () =>
    bodies;
