import { QueueUnavailable } from "@paraph/core/renders";
import { CurrentTenant } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpEffect, HttpServerResponse } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";

/** How many requests for slow work may run or wait on a node, of all projects and of one of them. */
const MOST = { ofAll: 256, ofOne: 32 } as const;

/** When a refused request is worth trying again, in seconds. */
const RETRY_AFTER = 2;

/**
 * Bounds the requests that publish, preview, or read documents. Such requests queue for threads, which
 * projects share fairly; a project that has its share of waiting requests is refused the next one.
 */
export class WorkShare extends HttpApiMiddleware.Service<WorkShare>()("@paraph/http/WorkShare", {
  error: [wire(RateLimited), wire(QueueUnavailable)],
}) {
  static readonly layer = Layer.sync(WorkShare, () => {
    const admitted = new Map<string, number>();
    let total = 0;

    const release = (tenant: string) =>
      Effect.sync(() => {
        total -= 1;
        const left = (admitted.get(tenant) ?? 0) - 1;
        if (left > 0) admitted.set(tenant, left);
        else admitted.delete(tenant);
      });

    return WorkShare.of(
      Effect.fnUntraced(function* (app) {
        const tenant = yield* CurrentTenant;
        const own = admitted.get(tenant) ?? 0;
        if (own >= MOST.ofOne || total >= MOST.ofAll) {
          yield* retryLater;
          return yield* own >= MOST.ofOne
            ? RateLimited.byShare(RETRY_AFTER)
            : QueueUnavailable.of();
        }
        admitted.set(tenant, own + 1);
        total += 1;
        return yield* Effect.ensuring(app, release(tenant));
      }),
    );
  });
}

const retryLater = HttpEffect.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(RETRY_AFTER))),
);
