import { Forms, Previews, SubmitForm } from "@paraph/core/embed";
import { RenderSummary } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { CurrentSession } from "../_auth/embed_session.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody, MAX_DATA_VALUES } from "../_wire/json_body.ts";
import { shownPdf } from "../_wire/shown_pdf.ts";
import { atData, warn } from "../_wire/warnings.ts";
import { Api } from "../api.ts";
import { CurrentForm } from "./form_to_submit.ts";

const formBody = jsonBody(SubmitForm, { maxValues: MAX_DATA_VALUES });
const summary = answer(RenderSummary);

/** Hands every request over to `Forms` and `Previews`. */
export const formsHandlers = HttpApiBuilder.group(
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
      })
      .handleRaw(
        "submit",
        Effect.fnUntraced(function* (request) {
          const { data } = yield* formBody(request);
          const key = request.headers["idempotency-key"];
          const submitted = yield* forms.submit(yield* CurrentForm, data, key);
          const { render, warnings, replayed } = submitted;
          yield* warn(atData(warnings));
          return yield* summary(render, replayed ? 200 : 202);
        }),
      )
      .handleRaw(
        "preview",
        Effect.fnUntraced(function* (request) {
          const { sessionId } = request.params;
          const form = yield* forms.open(yield* CurrentSession, sessionId, "preview");
          const { data } = yield* formBody(request);
          return shownPdf(yield* previews.form(form, data));
        }),
      );
  }),
);
