import { Flag } from "effect/cli";

/** `--message`: what guests read. */
export const message = Flag.String("message").pipe(
  Flag.withDescription("What to tell whoever gets the link"),
  Flag.optional,
);

/** `--expires-at`: when a link ends. */
export const expiresAt = Flag.String("expires-at").pipe(
  Flag.withDescription("When the link ends, such as 2027-01-31T18:00:00Z; never unless given"),
  Flag.withMetavar("moment"),
  Flag.optional,
);
