import { Engagement, EngagementSummary, PartnerEvent } from "@paraph/core/engagement";
import { Effect, Schema } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { verbatimAnswer } from "../_wire/verbatim_answer.ts";
import { Visitors } from "../_wire/visitors.ts";
import { Api } from "../api.ts";

const eventBody = jsonBody(PartnerEvent, { verbatim: ["metadata"] });
const encodeSummary = Schema.encodeSync(EngagementSummary);

/** Hands every request over to `Engagement`. */
export const engagementHandlers = HttpApiBuilder.group(
  Api,
  "engagement",
  Effect.fnUntraced(function* (handlers) {
    const engagement = yield* Engagement;
    const visitors = yield* Visitors;
    return handlers
      .handleRaw(
        "summary",
        Effect.fnUntraced(function* ({ params }) {
          const summary = yield* engagement.summary(yield* CurrentProject, params.id);
          const recent = summary.recent.map(({ metadata }) => ({ metadata }));
          const plain = summary.recent.map((event) => ({ ...event, metadata: null }));
          const encoded = encodeSummary({ ...summary, recent: plain });
          return verbatimAnswer({
            ...encoded,
            recent: encoded.recent.map((event, at) => ({ ...event, ...recent[at] })),
          });
        }),
      )
      .handleRaw(
        "record",
        Effect.fnUntraced(function* (request) {
          const event = yield* eventBody(request);
          const project = yield* CurrentProject;
          const visitor = yield* visitors.current;
          const { id } = request.params;
          const key = request.headers["idempotency-key"];
          return yield* engagement.recordForPartner(project, id, event, visitor, key);
        }),
      );
  }),
);
