import {
  CreateTemplate,
  PublishedTemplate,
  PublishTemplate,
  Templates,
} from "@paraph/core/templates";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";

const createBody = jsonBody(CreateTemplate);
const publishBody = jsonBody(PublishTemplate);
const published = answer(PublishedTemplate);

/** Hands every request over to `Templates`. */
export const templatesHandlers = HttpApiBuilder.group(
  Api,
  "templates",
  Effect.fnUntraced(function* (handlers) {
    const templates = yield* Templates;
    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* () {
          return { templates: yield* templates.list(yield* CurrentProject) };
        }),
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* templates.get(yield* CurrentProject, params.slug);
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          return yield* templates.remove(yield* CurrentProject, params.slug);
        }),
        versions: Effect.fnUntraced(function* ({ params }) {
          return { versions: yield* templates.versions(yield* CurrentProject, params.slug) };
        }),
      })
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const content = yield* createBody(request);
          const key = request.headers["idempotency-key"];
          const done = yield* templates.create(yield* CurrentProject, content, key);
          return yield* published(done, done.created ? 201 : 200);
        }),
      )
      .handleRaw(
        "publish",
        Effect.fnUntraced(function* (request) {
          const content = yield* publishBody(request);
          const done = yield* templates.publish(
            yield* CurrentProject,
            request.params.slug,
            content,
          );
          return yield* published(done, done.created ? 201 : 200);
        }),
      );
  }),
);
