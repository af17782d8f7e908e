import { CreateShare, EmailedRender, EmailRender, Share, Shares } from "@paraph/core/shares";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";

const createBody = jsonBody(CreateShare);
const emailBody = jsonBody(EmailRender);
const shared = answer(Share);
const emailed = answer(EmailedRender);

/** Hands every request over to `Shares`. */
export const sharesHandlers = HttpApiBuilder.group(
  Api,
  "shares",
  Effect.fnUntraced(function* (handlers) {
    const shares = yield* Shares;
    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* ({ params }) {
          return { shares: yield* shares.list(yield* CurrentProject, params.id) };
        }),
        revoke: Effect.fnUntraced(function* ({ params }) {
          return yield* shares.revoke(yield* CurrentProject, params.id, params.shareId);
        }),
      })
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const wanted = yield* createBody(request);
          const key = request.headers["idempotency-key"];
          const project = yield* CurrentProject;
          const done = yield* shares.create(project, request.params.id, wanted, key);
          return yield* shared(done.value, done.replayed ? 200 : 201);
        }),
      )
      .handleRaw(
        "email",
        Effect.fnUntraced(function* (request) {
          const wanted = yield* emailBody(request);
          const key = request.headers["idempotency-key"];
          const project = yield* CurrentProject;
          const done = yield* shares.email(project, request.params.id, wanted, key);
          return yield* emailed(done.value, done.replayed ? 200 : 201);
        }),
      );
  }),
);
