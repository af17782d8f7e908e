import { Engagement, EngagementSummary } from "@paraph/core/engagement";
import { Effect, Schema } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { Visitors } from "../_wire/request/visitors.ts";
import { verbatimResponse } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";
import { PathRender } from "../renders/existing_render.ts";

const encodeSummary = Schema.encodeSync(EngagementSummary);

/** Handlers of {@linkcode EngagementApi}. */
export const engagementHandlers = handlersOf(
  Api,
  "engagement",
  Effect.fnUntraced(function* (handlers) {
    const engagement = yield* Engagement;
    const visitors = yield* Visitors;
    return handlers.handleAll({
      summary: Effect.fnUntraced(function* ({ params }) {
        const summary = yield* engagement.summary(yield* CurrentProject, params.id);
        const recent = summary.recent.map(({ metadata }) => ({ metadata }));
        const withoutMetadata = summary.recent.map((event) => ({ ...event, metadata: null }));
        const encodedSummary = encodeSummary({ ...summary, recent: withoutMetadata });
        return verbatimResponse({
          ...encodedSummary,
          recent: encodedSummary.recent.map((event, index) => ({ ...event, ...recent[index] })),
        });
      }),
      record: Effect.fnUntraced(function* ({ payload, headers }) {
        const project = yield* CurrentProject;
        const visitor = yield* visitors.current;
        const key = headers["idempotency-key"];
        return yield* engagement.recordForPartner(
          project,
          yield* PathRender,
          payload,
          visitor,
          key,
        );
      }),
    });
  }),
);
