import { InboundWebhooks } from "@paraph/core/inbound_webhooks";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { bodyBytes } from "../_wire/body/body_bytes.ts";
import { handlersOf, payloadOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { warn } from "../_wire/response/warnings.ts";
import { Api } from "../api.ts";
import { PathTemplate } from "../templates/existing_template.ts";

/** Handlers of {@linkcode HooksApi}. */
export const hooksHandlers = handlersOf(
  Api,
  "hooks",
  Effect.fnUntraced(function* (handlers) {
    const inboundWebhooks = yield* InboundWebhooks;
    return handlers
      .handleAll({
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* inboundWebhooks.get(yield* CurrentProject, params.slug);
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          return yield* inboundWebhooks.remove(yield* CurrentProject, params.slug);
        }),
        mint: Effect.fnUntraced(function* ({ endpoint, params, headers }) {
          const key = headers["idempotency-key"];
          const webhook = yield* inboundWebhooks.create(yield* CurrentProject, params.slug, key);
          return yield* respond(endpoint, webhook, webhook.created ? 201 : 200);
        }),
      })
      .handleRaw(
        "update",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          const template = yield* PathTemplate;
          // A missing inbound webhook takes precedence over errors in the body.
          yield* inboundWebhooks.get(project, template);
          return yield* inboundWebhooks.update(project, template, yield* payloadOf(request));
        }),
      );
  }),
);

/** Handlers of {@linkcode InboundApi}: check the token, then the signature, then the data. */
export const inboundHandlers = handlersOf(
  Api,
  "inbound",
  Effect.fnUntraced(function* (handlers) {
    const inboundWebhooks = yield* InboundWebhooks;
    return handlers.handleRaw(
      "receive",
      Effect.fnUntraced(function* (request) {
        const target = yield* inboundWebhooks.find(request.params.token);
        const bytes = yield* bodyBytes(request.request);
        yield* inboundWebhooks.verify(
          target,
          new Uint8Array(bytes),
          request.headers["x-service-signature"],
        );
        const key = request.headers["idempotency-key"];
        const submission = yield* inboundWebhooks.receive(
          target,
          yield* payloadOf(request, bytes),
          key,
        );
        yield* warn(submission.warnings);
        return yield* respond(request.endpoint, submission, submission.replayed ? 200 : 202);
      }),
    );
  }),
);
