import { Argument } from "effect/cli";

/** The render that a command is about. */
export const renderId = Argument.String("id").pipe(Argument.withDescription("The render's id"));

/** The same where the command is about something that belongs to it. */
export const ofRender = Argument.String("render-id").pipe(
  Argument.withDescription("The render's id"),
);

/** What to do when a render has no document yet. */
export const notReady = (render: string) => ({
  conflict: `\`paraph render wait ${render}\` waits until it has succeeded`,
});
