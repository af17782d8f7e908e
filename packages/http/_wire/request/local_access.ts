import { isLoopbackHost, PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer, Option } from "effect";
import { HttpServerRequest } from "effect/http";

import { sourceIp } from "../../_limits/trust_proxy.ts";

/** The parts of a request that show where it comes from. */
interface LocalRequest {
  readonly remoteAddress: Option.Option<string>;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a request is from this machine and directly from its client.
 *
 * The peer of the connection must be local. The host must be too, or pages of other sites could read the
 * response after they have pointed their name at this machine. A proxy on this machine is a local peer, so
 * requests with headers of proxies are rejected.
 */
export function isLocalRequest({ remoteAddress, headers }: LocalRequest): boolean {
  const peer = sourceIp(undefined, Option.getOrUndefined(remoteAddress), undefined);
  const host = URL.parse(`http://${headers["host"] ?? ""}`)?.hostname;
  return (
    peer !== undefined &&
    isLoopbackHost(peer) &&
    host !== undefined &&
    isLoopbackHost(host) &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}

const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** Which parts of a server are only for clients on its own machine. */
export interface LocalOptions {
  /** Whether the deployment has a development inbox. */
  readonly devInbox: boolean;
  /** Whether the whole server is. */
  readonly localOnly: boolean;
}

/**
 * What the client of a request may use, by where it is.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class LocalAccess extends Context.Service<
  LocalAccess,
  {
    readonly mayUseServer: Effect.Effect<boolean, never, HttpServerRequest.HttpServerRequest>;
    readonly mayUseInbox: Effect.Effect<boolean, never, HttpServerRequest.HttpServerRequest>;
  }
>()("@paraph/http/LocalAccess") {
  /** A deployment with a public URL is behind a proxy, which may send no header: it has no inbox. */
  static readonly layer = ({ devInbox, localOnly }: LocalOptions) =>
    Layer.effect(
      LocalAccess,
      Effect.map(PublicUrls, ({ base }) => {
        const hasInbox = devInbox && isLoopbackHost(new URL(base).hostname);
        const isLocal = Effect.map(HttpServerRequest.HttpServerRequest, isLocalRequest);
        return {
          mayUseServer: localOnly ? isLocal : Effect.succeed(true),
          mayUseInbox: hasInbox ? isLocal : Effect.succeed(false),
        };
      }),
    );
}
