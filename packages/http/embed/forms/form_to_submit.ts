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

import { CurrentSession } from "../../_auth/embed_session.ts";
import { wire } from "../../_wire/errors/error.ts";

/** The form that a request submits. */
export class CurrentForm extends Context.Service<CurrentForm, OpenForm>()(
  "@paraph/http/CurrentForm",
) {}

/**
 * Loads the form of the session before the body is read, so a missing form takes precedence over
 * errors in the body.
 */
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
