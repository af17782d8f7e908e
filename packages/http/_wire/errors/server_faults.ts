import { Layer } from "effect";
import { HttpApiMiddleware } from "effect/http-api";

import { wire, wireFlat } from "./error.ts";
import { InternalError, NotReady } from "./failures.ts";

/**
 * Declares for every endpoint that the server may be at fault, or without its database for a while, so
 * that clients get a failure of its own for it. It does nothing: `exchange` answers for faults, inside of endpoints and out.
 */
export class ServerFaults extends HttpApiMiddleware.Service<ServerFaults>()(
  "@paraph/http/ServerFaults",
  { error: [wire(InternalError), wire(NotReady)] },
) {
  static readonly layer = Layer.succeed(ServerFaults, (app) => app);
}

/** The same where errors are flat. */
export class FlatServerFaults extends HttpApiMiddleware.Service<FlatServerFaults>()(
  "@paraph/http/FlatServerFaults",
  { error: [wireFlat(InternalError), wireFlat(NotReady)] },
) {
  static readonly layer = Layer.succeed(FlatServerFaults, (app) => app);
}
