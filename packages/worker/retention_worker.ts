import { Retention, type RetentionAges } from "@paraph/core/erasure";
import { Duration, Effect, Layer, Schedule } from "effect";

/** How often what has been kept long enough is looked for. */
const SWEEP_EVERY = Duration.minutes(10);

/** How soon the files of what was erased are gone. */
const FILES_EVERY = Duration.seconds(5);

/** Erases by age, and removes the files of what was erased, until its scope closes. */
export const retentionWorker = (ages: RetentionAges): Layer.Layer<never, never, Retention> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { sweep, removeFiles } = yield* Retention;
      yield* again(sweep(ages), SWEEP_EVERY);
      yield* again(removeFiles, FILES_EVERY);
    }),
  );

/** Does something again and again beside everything else, whatever becomes of it. */
function again(effect: Effect.Effect<void>, every: Duration.Duration) {
  return effect.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Erasing will be tried again", cause)),
    Effect.repeat(Schedule.spaced(every)),
    Effect.forkScoped,
  );
}
