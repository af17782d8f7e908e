import { Context, Effect, Layer, Option } from "effect";
import { HttpServerRequest } from "effect/http";

import { sourceIp, type TrustProxy } from "./trust_proxy.ts";

/**
 * Tells where requests come from.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class SourceIp extends Context.Service<
  SourceIp,
  {
    readonly current: Effect.Effect<string | undefined, never, HttpServerRequest.HttpServerRequest>;
  }
>()("@paraph/http/SourceIp") {
  /** As far as the proxies of a deployment are believed; none are unless it says so. */
  static readonly layer = (trust: TrustProxy | undefined) =>
    Layer.succeed(SourceIp, {
      current: Effect.map(HttpServerRequest.HttpServerRequest, ({ remoteAddress, headers }) =>
        sourceIp(trust, Option.getOrUndefined(remoteAddress), headers["x-forwarded-for"]),
      ),
    });
}
