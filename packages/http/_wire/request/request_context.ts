import { Context, Effect } from "effect";

import { CurrentBodyLimits } from "../body/body_bytes.ts";
import { RequestTimeout } from "./request_time.ts";

/** The settings of Paraph that requests read from their context. */
const SETTINGS = new Set([CurrentBodyLimits.key, RequestTimeout.key]);

/**
 * Runs a server whose requests inherit its context without the services of Paraph, because handlers
 * got those when they were built. Each request copies its context three times, and with all services
 * that is a seventh of the CPU of a read.
 */
export const withRequestContext = <A, E, R>(
  server: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.updateContext(server, (context: Context.Context<R>) =>
    Context.makeUnsafe<R>(
      new Map(
        [...context.mapUnsafe].filter(([key]) => !key.startsWith("@paraph/") || SETTINGS.has(key)),
      ),
    ),
  );
