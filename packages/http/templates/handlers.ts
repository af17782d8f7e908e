import { sampleData } from "@paraph/core/manifests";
import { TemplateDetail, Templates } from "@paraph/core/templates";
import { Effect, Schema } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { respond, storedJsonResponse } from "../_wire/response/json_response.ts";
import { warn } from "../_wire/response/warnings.ts";
import { Api } from "../api.ts";

const { layout: _, ...detailFields } = TemplateDetail.fields;
const detailResponse = storedJsonResponse(Schema.Struct(detailFields));
const NO_LAYOUT = { text: "null", parts: null };

/** Handlers of {@linkcode TemplatesApi}. */
export const templatesHandlers = handlersOf(
  Api,
  "templates",
  Effect.fnUntraced(function* (handlers) {
    const templates = yield* Templates;
    const respondWithDetail = yield* detailResponse;
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { templates: yield* templates.list(yield* CurrentProject) };
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        return yield* templates.remove(yield* CurrentProject, params.slug);
      }),
      versions: Effect.fnUntraced(function* ({ params }) {
        return { versions: yield* templates.versions(yield* CurrentProject, params.slug) };
      }),
      sampleData: Effect.fnUntraced(function* ({ params }) {
        const { version } = yield* templates
          .pin(yield* CurrentProject, params.slug)
          .pipe(Effect.catchTag("version_not_found", Effect.die));
        return { data: sampleData(version.manifest) };
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const { layout, ...detail } = yield* templates.read(yield* CurrentProject, params.slug);
        return yield* respondWithDetail(detail, "layout", layout ?? NO_LAYOUT);
      }),
      create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const publication = yield* templates.create(yield* CurrentProject, payload, key);
        yield* warn(publication.warnings);
        return yield* respond(endpoint, publication, publication.created ? 201 : 200);
      }),
      publish: Effect.fnUntraced(function* ({ endpoint, params, payload, headers }) {
        const key = headers["idempotency-key"];
        const project = yield* CurrentProject;
        const publication = yield* templates.publish(project, params.slug, payload, key);
        yield* warn(publication.warnings);
        return yield* respond(endpoint, publication, publication.created ? 201 : 200);
      }),
    });
  }),
);
