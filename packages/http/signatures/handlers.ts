import {
  CombinedDocuments,
  EmbeddedSigning,
  InPersonSessions,
} from "@paraph/core/builtin_provider";
import { attachmentAs } from "@paraph/core/renders";
import { ProviderCallbacks, Signatures } from "@paraph/core/signatures";
import { type InvalidRequest, NotFound } from "@paraph/core/values";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { WorkShares } from "../_limits/work_share.ts";
import { bodyBytes } from "../_wire/body/body_bytes.ts";
import { jsonOf } from "../_wire/body/json_body.ts";
import { handlersOf, payloadOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { sendCombinedPdf, sendPdf } from "../_wire/response/pdf_response.ts";
import { Api } from "../api.ts";

const attachmentHeaders = ({ filename }: { readonly filename: string }) => ({
  "content-disposition": attachmentAs(filename),
  "cache-control": "private, no-cache",
});

/** Handlers of {@linkcode SignaturesApi}. */
export const signaturesHandlers = handlersOf(
  Api,
  "signatures",
  Effect.fnUntraced(function* (handlers) {
    const signatures = yield* Signatures;
    const embedded = yield* EmbeddedSigning;
    const combined = yield* CombinedDocuments;
    const inPerson = yield* InPersonSessions;
    const { limit } = yield* WorkShares;
    return handlers
      .handleRaw(
        "signingUrl",
        Effect.fnUntraced(function* (request) {
          const { id, recipientId } = request.params;
          // A missing recipient takes precedence over errors in the body.
          const found = yield* signatures.get(yield* CurrentProject, id);
          if (!found.recipients.some((recipient) => recipient.id === recipientId))
            return yield* NotFound.of("recipient");
          return yield* embedded.createUrl(found.id, recipientId, yield* payloadOf(request));
        }),
      )
      .handleRaw(
        "inPerson",
        Effect.fnUntraced(function* (request) {
          // A missing signature request takes precedence over errors in the body.
          const { id } = yield* signatures.get(yield* CurrentProject, request.params.id);
          return yield* inPerson.create(id, yield* payloadOf(request));
        }),
      )
      .handleAll({
        list: Effect.fnUntraced(function* ({ query }) {
          return yield* signatures.list(yield* CurrentProject, query);
        }),
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* signatures.get(yield* CurrentProject, params.id);
        }),
        download: Effect.fnUntraced(function* ({ params, query }) {
          const project = yield* CurrentProject;
          if (query.include === "certificate")
            return sendCombinedPdf(
              yield* limit(combined.ofRequest(project, params.id)),
              attachmentHeaders,
            );
          return yield* sendPdf(
            (range) => signatures.openSigned(project, params.id, range),
            attachmentHeaders,
          );
        }),
        audit: Effect.fnUntraced(function* ({ params }) {
          return yield* signatures.audit(yield* CurrentProject, params.id);
        }),
        certificate: Effect.fnUntraced(function* ({ params }) {
          const project = yield* CurrentProject;
          return yield* sendPdf(
            (range) => signatures.openCertificate(project, params.id, range),
            attachmentHeaders,
          );
        }),
        remind: Effect.fnUntraced(function* ({ params }) {
          return yield* signatures.remind(yield* CurrentProject, params.id);
        }),
        resend: Effect.fnUntraced(function* ({ params: { id, recipientId } }) {
          return yield* signatures.resend(yield* CurrentProject, id, recipientId);
        }),
        create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
          const key = headers["idempotency-key"];
          const result = yield* signatures.create(yield* CurrentProject, payload, key);
          return yield* respond(endpoint, result.signature, result.replayed ? 200 : 201);
        }),
      })
      .handleRaw(
        "update",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          const { id } = request.params;
          yield* signatures.get(project, id);
          return yield* signatures.update(project, id, yield* payloadOf(request));
        }),
      )
      .handleRaw(
        "updateRecipient",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          const { id, recipientId } = request.params;
          yield* signatures.requireRecipient(project, id, recipientId);
          return yield* signatures.updateRecipient(
            project,
            id,
            recipientId,
            yield* payloadOf(request),
          );
        }),
      )
      .handleRaw(
        "cancel",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          const { id } = request.params;
          // A missing signature request takes precedence over errors in the body.
          yield* signatures.get(project, id);
          return yield* signatures.cancel(project, id, yield* payloadOf(request));
        }),
      );
  }),
);

/** Passes raw bodies to `ProviderCallbacks`, because their signatures cover the bytes. */
export const providerCallbacksHandlers = handlersOf(
  Api,
  "providerCallbacks",
  Effect.fnUntraced(function* (handlers) {
    const callbacks = yield* ProviderCallbacks;
    return handlers.handleRaw(
      "receive",
      Effect.fnUntraced(function* ({ request, params }) {
        const body = new Uint8Array(yield* bodyBytes(request));
        yield* callbacks
          .receive(params.provider, request.headers, body)
          .pipe(Effect.catchTag("invalid_request", (error) => jsonFirst(body, error)));
        return { received: true } as const;
      }),
    );
  }),
);

/** Reports invalid JSON before other issues of an authentic body. */
function jsonFirst(body: Uint8Array, error: InvalidRequest) {
  return Effect.andThen(jsonOf(body), Effect.fail(error));
}
