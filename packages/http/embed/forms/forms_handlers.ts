import { Forms, Previews } from "@paraph/core/embed";
import { Effect } from "effect";

import { CurrentSession } from "../../_auth/embed_session.ts";
import { CurrentProject } from "../../_auth/project_key.ts";
import { handlersOf, payloadOf } from "../../_wire/body/payload.ts";
import { respond } from "../../_wire/response/json_response.ts";
import { inlinePdf } from "../../_wire/response/pdf_response.ts";
import { prefixDataPaths, warn } from "../../_wire/response/warnings.ts";
import { Api } from "../../api.ts";
import { CurrentForm } from "./form_to_submit.ts";

/** Handlers of {@linkcode FormsApi}. */
export const formsHandlers = handlersOf(
  Api,
  "forms",
  Effect.fnUntraced(function* (handlers) {
    const forms = yield* Forms;
    const previews = yield* Previews;
    return handlers
      .handleAll({
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* forms.find(yield* CurrentSession, params.id);
        }),
        list: Effect.fnUntraced(function* ({ query }) {
          return yield* forms.list(yield* CurrentProject, query);
        }),
        submit: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
          const key = headers["idempotency-key"];
          const submission = yield* forms.submit(yield* CurrentForm, payload.data, key);
          const { render, warnings, replayed } = submission;
          yield* warn(prefixDataPaths(warnings));
          return yield* respond(endpoint, render, replayed ? 200 : 202);
        }),
      })
      .handleRaw(
        "preview",
        Effect.fnUntraced(function* (request) {
          const { sessionId } = request.params;
          const form = yield* forms.open(yield* CurrentSession, sessionId, "preview");
          const { data } = yield* payloadOf(request);
          return inlinePdf(yield* previews.form(form, data));
        }),
      );
  }),
);
