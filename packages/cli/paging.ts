import { Console, Effect, Schema } from "effect";
import { Flag } from "effect/cli";

/** `--limit`: how much a page holds. */
export const limit = Flag.Int("limit").pipe(
  Flag.withDescription("How many to list, 1 to 100; 50 unless given"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
  Flag.optional,
);

/** `--limit` and `--cursor` of a list that comes in pages. */
export const paging = {
  limit,
  cursor: Flag.String("cursor").pipe(
    Flag.withDescription("Where to go on, as the page before said"),
    Flag.optional,
  ),
};

/** Says beside a page how to get the next one, if there is one. */
export function sayMore({
  hasMore,
  nextCursor,
}: {
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}): Effect.Effect<void> {
  return hasMore ? Console.error(`More: --cursor ${nextCursor}`) : Effect.void;
}
