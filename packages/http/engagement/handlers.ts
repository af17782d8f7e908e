import { Engagement, PartnerEvent } from "@paraph/core/engagement";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Visitors } from "../_wire/visitors.ts";
import { Api } from "../api.ts";

const eventBody = jsonBody(PartnerEvent);

/** Hands every request over to `Engagement`. */
export const engagementHandlers = HttpApiBuilder.group(
  Api,
  "engagement",
  Effect.fnUntraced(function* (handlers) {
    const engagement = yield* Engagement;
    const visitors = yield* Visitors;
    return handlers
      .handleAll({
        summary: Effect.fnUntraced(function* ({ params }) {
          return yield* engagement.summary(yield* CurrentProject, params.id);
        }),
      })
      .handleRaw(
        "record",
        Effect.fnUntraced(function* (request) {
          const event = yield* eventBody(request);
          const project = yield* CurrentProject;
          const visitor = yield* visitors.current;
          return yield* engagement.recordForPartner(project, request.params.id, event, visitor);
        }),
      );
  }),
);
