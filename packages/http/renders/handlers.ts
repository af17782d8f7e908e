import { Erasures } from "@paraph/core/erasure";
import { hasEnded, Renders, RenderSummary, SubmitRender } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody, MAX_DATA_VALUES } from "../_wire/json_body.ts";
import { leftOf } from "../_wire/request_time.ts";
import { atData, warn } from "../_wire/warnings.ts";
import { Api } from "../api.ts";

/** How long a caller that asks to wait is kept waiting, from when the body has arrived. */
const LONGEST_WAIT = "25 seconds";

const submitBody = jsonBody(SubmitRender, { maxValues: MAX_DATA_VALUES });
const summary = answer(RenderSummary);

/** Hands every request over to `Renders` and `Erasures`. */
export const rendersHandlers = HttpApiBuilder.group(
  Api,
  "renders",
  Effect.fnUntraced(function* (handlers) {
    const renders = yield* Renders;
    const erasures = yield* Erasures;
    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* ({ query }) {
          return yield* renders.list(yield* CurrentProject, query);
        }),
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* renders.get(yield* CurrentProject, params.id);
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          yield* erasures.eraseRender(yield* CurrentProject, params.id);
        }),
      })
      .handleRaw(
        "submit",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          const {
            data,
            jobId,
            options: { sync = false, ...options } = {},
          } = yield* submitBody(request);
          const idempotencyKey = request.headers["idempotency-key"] ?? jobId;
          const submission = { data, source: "api", ...options, idempotencyKey } as const;
          const { render, replayed, warnings } = yield* renders.submit(
            project,
            request.params.slug,
            submission,
          );
          yield* warn(atData(warnings));
          if (!sync) return yield* summary(render, replayed ? 200 : 202);
          const waited = yield* renders.wait(project, render.id, yield* leftOf(LONGEST_WAIT));
          return yield* summary(waited, replayed || hasEnded(waited.status) ? 200 : 202);
        }),
      );
  }),
);
