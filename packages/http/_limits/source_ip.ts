import { Context, Effect, Layer, Option } from "effect";
import { HttpServerRequest } from "effect/http";

import { sourceIp, type TrustProxy } from "./trust_proxy.ts";

/**
 * The IP address of the client of a request.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class SourceIp extends Context.Service<
  SourceIp,
  {
    readonly current: Effect.Effect<string | undefined, never, HttpServerRequest.HttpServerRequest>;
  }
>()("@paraph/http/SourceIp") {
  /** Trusts the proxies of a deployment; none by default. */
  static readonly layer = (trust: TrustProxy | undefined) =>
    Layer.succeed(SourceIp, {
      current: Effect.map(HttpServerRequest.HttpServerRequest, ({ remoteAddress, headers }) =>
        sourceIp(trust, Option.getOrUndefined(remoteAddress), headers["x-forwarded-for"]),
      ),
    });
}
