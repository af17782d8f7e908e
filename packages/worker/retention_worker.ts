import { Retention, type RetentionAges } from "@paraph/core/erasure";
import { Duration, Effect, Layer } from "effect";

import { repeatForever } from "./background_work.ts";

/** How often data past its retention age is erased. */
const SWEEP_INTERVAL = Duration.minutes(10);

/** How often the files of erased data are removed. */
const FILE_INTERVAL = Duration.seconds(5);

/** Erases data past its retention age, and its files, until its scope closes. */
export const retentionWorker = (ages: RetentionAges): Layer.Layer<never, never, Retention> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { sweep, removeFiles } = yield* Retention;
      const failureMessage = "Erasure will be retried";
      yield* repeatForever(sweep(ages), { every: SWEEP_INTERVAL, failureMessage });
      yield* repeatForever(removeFiles, { every: FILE_INTERVAL, failureMessage });
    }),
  );
