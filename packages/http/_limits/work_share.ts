import { QueueUnavailable } from "@paraph/core/renders";
import { CurrentTenant } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { HttpEffect, HttpServerResponse } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { wire } from "../_wire/errors/error.ts";
import { RateLimited } from "../_wire/errors/failures.ts";

/** How many requests for slow work may run or wait on a node: in total, and for one project. */
const MAX = { total: 256, perProject: 32 } as const;

/** `Retry-After` of rejected requests, in seconds. */
const RETRY_AFTER = 2;

/** The requests for slow work that run or wait on this node. */
export class WorkShares extends Context.Service<WorkShares>()("@paraph/http/WorkShares", {
  make: Effect.sync(() => {
    const runningByTenant = new Map<string, number>();
    let total = 0;

    const release = (tenant: string) =>
      Effect.sync(() => {
        total -= 1;
        const left = (runningByTenant.get(tenant) ?? 0) - 1;
        if (left > 0) runningByTenant.set(tenant, left);
        else runningByTenant.delete(tenant);
      });

    /** Runs slow work for the current project, or rejects it beyond the project's share. */
    const limit = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
      const tenant = yield* CurrentTenant;
      const running = runningByTenant.get(tenant) ?? 0;
      if (running >= MAX.perProject || total >= MAX.total) {
        yield* retryLater;
        return yield* running >= MAX.perProject
          ? RateLimited.byShare(RETRY_AFTER)
          : QueueUnavailable.of();
      }
      runningByTenant.set(tenant, running + 1);
      total += 1;
      return yield* Effect.ensuring(work, release(tenant));
    });

    return { limit };
  }),
}) {
  static readonly layer = Layer.effect(this, this.make);
}

/**
 * Limits concurrent requests that publish, preview or read documents. They queue for threads, which
 * projects share fairly. Requests beyond a project's share are rejected.
 */
export class WorkShare extends HttpApiMiddleware.Service<WorkShare>()("@paraph/http/WorkShare", {
  error: [wire(RateLimited), wire(QueueUnavailable)],
}) {
  static readonly layer = Layer.effect(
    WorkShare,
    Effect.map(WorkShares, ({ limit }) => WorkShare.of((app) => limit(app))),
  );
}

const retryLater = HttpEffect.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(RETRY_AFTER))),
);
