import { Sending } from "@paraph/core/embed";
import { Renders } from "@paraph/core/renders";
import { SignatureDrafts } from "@paraph/core/signatures";
import { Effect } from "effect";

import { CurrentSession } from "../../_auth/embed_session.ts";
import { handlersOf, payloadOf } from "../../_wire/body/payload.ts";
import { respond } from "../../_wire/response/json_response.ts";
import { sendPdf } from "../../_wire/response/pdf_response.ts";
import { Api } from "../../api.ts";
import { readDraftRequest } from "../../signatures/read_draft_request.ts";

const PRIVATE = { "content-disposition": "inline", "cache-control": "private, no-cache" };

/** Handlers of {@linkcode EmbedSendApi}. */
export const embedSendHandlers = handlersOf(
  Api,
  "embedSend",
  Effect.fnUntraced(function* (handlers) {
    const sending = yield* Sending;
    const renders = yield* Renders;
    const drafts = yield* SignatureDrafts;
    // A wrong session takes precedence over errors in the body.
    return handlers
      .handleRaw(
        "save",
        Effect.fnUntraced(function* (request) {
          const [session, { sessionId }] = [yield* CurrentSession, request.params];
          yield* sending.open(session, sessionId);
          return yield* sending.save(session, sessionId, yield* payloadOf(request));
        }),
      )
      .handleRaw(
        "send",
        Effect.fnUntraced(function* (request) {
          const [session, { sessionId }] = [yield* CurrentSession, request.params];
          const { projectId } = yield* sending.open(session, sessionId);
          const { draftId, ...secrets } = yield* payloadOf(request);
          const { id } = yield* sending.draft(session, sessionId, draftId);
          const { signature, replayed } = yield* drafts.send(
            projectId,
            id,
            readDraftRequest(secrets),
          );
          return yield* respond(request.endpoint, signature, replayed ? 200 : 201);
        }),
      )
      .handleAll({
        state: Effect.fnUntraced(function* ({ params }) {
          return yield* sending.state(yield* CurrentSession, params.sessionId);
        }),
        document: Effect.fnUntraced(function* ({ params }) {
          const { projectId, render } = yield* sending.open(
            yield* CurrentSession,
            params.sessionId,
          );
          return yield* sendPdf(
            (range) => renders.open(projectId, render.id, range),
            () => PRIVATE,
          );
        }),
      });
  }),
);
