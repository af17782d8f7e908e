import type { Visitor } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpServerRequest } from "effect/http";

import { SourceIp } from "../../_limits/source_ip.ts";

/** Longer user agents are truncated. Browsers send shorter ones. */
const MAX_USER_AGENT = 1000;

/**
 * The source IP and user agent of a request, for events.
 *
 * @effect-expect-leaking HttpServerRequest
 */
export class Visitors extends Context.Service<
  Visitors,
  { readonly current: Effect.Effect<Visitor, never, HttpServerRequest.HttpServerRequest> }
>()("@paraph/http/Visitors") {
  static readonly layer = Layer.effect(
    Visitors,
    Effect.map(SourceIp, (source) => ({
      current: Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest;
        const userAgent = decodeHeader(headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT);
        return { sourceIp: (yield* source.current) ?? null, userAgent: userAgent || null };
      }),
    })),
  );
}

/** Node reads headers as Latin-1. Clients that send other characters send UTF-8. */
function decodeHeader(header: string): string {
  try {
    const bytes = Uint8Array.from(header, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return header; // It was Latin-1.
  }
}
