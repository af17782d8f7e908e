import { withoutServices } from "@paraph/core/values";
import type { Effect } from "effect";

import { CurrentBodyLimits } from "../body/body_bytes.ts";
import { RequestTimeout } from "./request_time.ts";

/** The settings of Paraph that requests read from their context. */
const SETTINGS = new Set([CurrentBodyLimits.key, RequestTimeout.key]);

/** Runs a server whose requests inherit its context without the services of Paraph. */
export const withRequestContext = <A, E, R>(
  server: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => withoutServices(server, SETTINGS);
