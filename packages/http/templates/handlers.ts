import { sampleData } from "@paraph/core/manifests";
import { PageImages, VersionPreviews } from "@paraph/core/renders";
import {
  TemplateDetail,
  Templates,
  TemplateVersionDetail,
  VersionNotFound,
} from "@paraph/core/templates";
import { Effect, Schema } from "effect";
import { HttpServerResponse } from "effect/http";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { respond, storedJsonResponse } from "../_wire/response/json_response.ts";
import { sendPng } from "../_wire/response/png_response.ts";
import { warn } from "../_wire/response/warnings.ts";
import { Api } from "../api.ts";

const { layout: _, ...detailFields } = TemplateDetail.fields;
const detailResponse = storedJsonResponse(Schema.Struct(detailFields));
const { layout: __, ...versionFields } = TemplateVersionDetail.fields;
const versionResponse = storedJsonResponse(Schema.Struct(versionFields));
const NO_LAYOUT = { text: "null", parts: null };

/** Handlers of {@linkcode TemplatesApi}. */
export const templatesHandlers = handlersOf(
  Api,
  "templates",
  Effect.fnUntraced(function* (handlers) {
    const templates = yield* Templates;
    const previews = yield* VersionPreviews;
    const pageImages = yield* PageImages;
    const respondWithDetail = yield* detailResponse;
    const respondWithVersion = yield* versionResponse;
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
      version: Effect.fnUntraced(function* ({ params }) {
        const number = yield* numberOf(params.versionNumber);
        const project = yield* CurrentProject;
        const { layout, ...version } = yield* templates.readVersion(project, params.slug, number);
        return yield* respondWithVersion(version, "layout", layout);
      }),
      pageImage: Effect.fnUntraced(function* ({ params, query }) {
        const number = yield* numberOf(params.versionNumber);
        const pdf = yield* previews.open(yield* CurrentProject, params.slug, number);
        const response = yield* sendPng(`${pdf.sha256}-${params.page}-${query.width}`, () =>
          pageImages.drawPdf(pdf.bytes, Number(params.page), query),
        );
        return HttpServerResponse.setHeader(response, "x-page-count", String(pdf.pageCount));
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

/** The number of a version in a path. */
const numberOf = (text: string) =>
  /^[1-9]\d{0,8}$/u.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(VersionNotFound.unknown);
