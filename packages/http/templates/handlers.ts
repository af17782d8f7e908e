import {
  CreateTemplate,
  PublishedTemplate,
  PublishTemplate,
  TemplateDetail,
  Templates,
} from "@paraph/core/templates";
import { Effect, Schema } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { storedJsonAnswer } from "../_wire/stored_json.ts";
import { Api } from "../api.ts";

const createBody = jsonBody(CreateTemplate);
const publishBody = jsonBody(PublishTemplate, { ignored: ["slug"] });
const published = answer(PublishedTemplate);
const { layout: _, ...detailFields } = TemplateDetail.fields;
const answerDetail = storedJsonAnswer(Schema.Struct(detailFields));
const NO_LAYOUT = { text: "null", parts: null };

/** Hands every request over to `Templates`. */
export const templatesHandlers = HttpApiBuilder.group(
  Api,
  "templates",
  Effect.fnUntraced(function* (handlers) {
    const templates = yield* Templates;
    const detailAnswer = yield* answerDetail;
    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* () {
          return { templates: yield* templates.list(yield* CurrentProject) };
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          return yield* templates.remove(yield* CurrentProject, params.slug);
        }),
        versions: Effect.fnUntraced(function* ({ params }) {
          return { versions: yield* templates.versions(yield* CurrentProject, params.slug) };
        }),
      })
      .handleRaw(
        "get",
        Effect.fnUntraced(function* ({ params }) {
          const { layout, ...detail } = yield* templates.read(yield* CurrentProject, params.slug);
          return yield* detailAnswer(detail, "layout", layout ?? NO_LAYOUT);
        }),
      )
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
          const key = request.headers["idempotency-key"];
          const { slug } = request.params;
          const done = yield* templates.publish(yield* CurrentProject, slug, content, key);
          return yield* published(done, done.created ? 201 : 200);
        }),
      );
  }),
);
