import { BuilderTemplates, type Permission, Previews, requireRight } from "@paraph/core/embed";
import { Effect } from "effect";

import { CurrentBuilder } from "../../_auth/builder_caller.ts";
import { CurrentProject } from "../../_auth/project_key.ts";
import { handlersOf, payloadOf } from "../../_wire/body/payload.ts";
import { verbatimResponse } from "../../_wire/response/json_response.ts";
import { inlinePdf } from "../../_wire/response/pdf_response.ts";
import { warn } from "../../_wire/response/warnings.ts";
import { Api } from "../../api.ts";

/** A request with the id of a template. */
interface TemplateRequest {
  readonly params: { readonly id: string };
}

/** Handlers of {@linkcode BuilderApi}, which check the caller's permissions first. */
export const builderHandlers = handlersOf(
  Api,
  "builder",
  Effect.fnUntraced(function* (handlers) {
    const templates = yield* BuilderTemplates;
    const previews = yield* Previews;

    const open = Effect.fnUntraced(function* (
      { params: { id } }: TemplateRequest,
      right: Permission,
    ) {
      return yield* templates.open(yield* CurrentBuilder, id, right);
    });
    const read = Effect.fnUntraced(function* ({ params: { id } }: TemplateRequest) {
      const template = templates.open(yield* CurrentBuilder, id);
      // No permission is required, so none can be missing.
      return yield* Effect.catchTag(template, "permission_denied", Effect.die);
    });

    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* () {
          return { templates: yield* templates.list(yield* CurrentProject) };
        }),
        versions: Effect.fnUntraced(function* (request) {
          return { versions: yield* templates.versions(yield* read(request)) };
        }),
        remove: Effect.fnUntraced(function* (request) {
          return yield* templates.remove(yield* open(request, "delete"));
        }),
        publish: Effect.fnUntraced(function* (request) {
          const key = request.headers["idempotency-key"];
          const { warnings, ...publication } = yield* templates.publish(
            yield* open(request, "publish"),
            key,
          );
          yield* warn(warnings);
          return publication;
        }),
        get: Effect.fnUntraced(function* (request) {
          const template = yield* read(request);
          const isPublished = request.query.layout === "published";
          return verbatimResponse(
            yield* isPublished ? templates.getPublished(template) : templates.get(template),
          );
        }),
      })
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const caller = yield* CurrentBuilder;
          yield* requireRight(caller, "saveDraft");
          const payload = yield* payloadOf(request);
          const key = request.headers["idempotency-key"];
          const {
            slug: _,
            hasUnpublishedChanges: _changes,
            ...created
          } = yield* templates.create(caller, payload, key);
          return verbatimResponse(created);
        }),
      )
      .handleRaw(
        "save",
        Effect.fnUntraced(function* (request) {
          const template = yield* open(request, "saveDraft");
          return verbatimResponse(yield* templates.save(template, yield* payloadOf(request)));
        }),
      )
      .handleRaw(
        "rollback",
        Effect.fnUntraced(function* (request) {
          const template = yield* open(request, "rollback");
          const { versionNumber } = yield* payloadOf(request);
          const key = request.headers["idempotency-key"];
          return yield* templates.rollback(template, versionNumber, key);
        }),
      )
      .handleRaw(
        "preview",
        Effect.fnUntraced(function* (request) {
          const caller = yield* CurrentBuilder;
          yield* requireRight(caller, "preview");
          return inlinePdf(yield* previews.layout(caller, yield* payloadOf(request)));
        }),
      );
  }),
);
