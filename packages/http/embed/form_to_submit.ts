import {
  Forms,
  type OpenForm,
  PermissionDenied,
  SessionNotFound,
  TemplateNotResolved,
  WrongMode,
} from "@paraph/core/embed";
import { Context, Effect, Layer } from "effect";
import { HttpRouter } from "effect/http";
import { HttpApiMiddleware } from "effect/http-api";

import { CurrentSession } from "../_auth/embed_session.ts";
import { wire } from "../_wire/errors/error.ts";

/** The form that is handed in with a request. */
export class CurrentForm extends Context.Service<CurrentForm, OpenForm>()(
  "@paraph/http/CurrentForm",
) {}

/** Makes sure that the session has a form to hand in before anything else of a request is looked at. */
export class FormToSubmit extends HttpApiMiddleware.Service<
  FormToSubmit,
  { requires: CurrentSession; provides: CurrentForm }
>()("@paraph/http/FormToSubmit", {
  error: [
    wire(SessionNotFound),
    wire(WrongMode),
    wire(PermissionDenied),
    wire(TemplateNotResolved),
  ],
}) {
  static readonly layer = Layer.effect(
    FormToSubmit,
    Effect.gen(function* () {
      const forms = yield* Forms;
      return FormToSubmit.of(
        Effect.fnUntraced(function* (app) {
          const { params } = yield* HttpRouter.RouteContext;
          const session = yield* CurrentSession;
          const form = yield* forms.open(session, params["sessionId"] ?? "", "submit");
          return yield* Effect.provideService(app, CurrentForm, form);
        }),
      );
    }),
  );
}
