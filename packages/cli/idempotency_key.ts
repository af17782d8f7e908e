import { Option } from "effect";
import { Flag } from "effect/cli";

/** `--idempotency-key`: makes a command safe to repeat. */
export const idempotencyKey = Flag.String("idempotency-key").pipe(
  Flag.withDescription("Answer with what was made under this key before, if anything was"),
  Flag.optional,
  Flag.map((key) => (Option.isSome(key) ? { "idempotency-key": key.value } : {})),
);
