import { Layer } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { wire, wireFlat } from "./error.ts";
import { InternalError, NotReady } from "./failures.ts";

/**
 * Declares 500 and 503 for every endpoint, so that clients have failures for them. The middleware
 * does nothing else: `exchange` responds to faults.
 */
export class ServerErrors extends HttpApiMiddleware.Service<ServerErrors>()(
  "@paraph/http/ServerFaults",
  { error: [wire(InternalError), wire(NotReady)] },
) {
  static readonly layer = Layer.succeed(ServerErrors, (app) => app);
}

/** The same for endpoints with flat errors. */
export class FlatServerErrors extends HttpApiMiddleware.Service<FlatServerErrors>()(
  "@paraph/http/FlatServerFaults",
  { error: [wireFlat(InternalError), wireFlat(NotReady)] },
) {
  static readonly layer = Layer.succeed(FlatServerErrors, (app) => app);
}
