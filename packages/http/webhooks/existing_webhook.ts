import { NotFound } from "@paraph/core/values";
import { Webhooks } from "@paraph/core/webhooks";
import { Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentProject } from "../_auth/project_key.ts";
import { wire } from "../_wire/errors/error.ts";

/**
 * Checks the webhook in the path before the body is read, so that a missing one is 404 with any
 * body.
 */
export class ExistingWebhook extends HttpApiMiddleware.Service<
  ExistingWebhook,
  { requires: CurrentProject }
>()("@paraph/http/ExistingWebhook", { error: wire(NotFound) }) {
  static readonly layer = Layer.effect(
    ExistingWebhook,
    Effect.gen(function* () {
      const webhooks = yield* Webhooks;
      return ExistingWebhook.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          yield* webhooks.get(yield* CurrentProject, params["id"] ?? "");
          return yield* app;
        }),
      );
    }),
  );
}
