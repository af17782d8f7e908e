import { EmbedSessions } from "@paraph/core/embed";
import { Effect } from "effect";

import { CurrentSession } from "../../_auth/embed_session.ts";
import { CurrentProject } from "../../_auth/project_key.ts";
import { handlersOf } from "../../_wire/body/payload.ts";
import { Api } from "../../api.ts";

/** Handlers of {@linkcode EmbedSessionsApi}. */
export const embedSessionsHandlers = handlersOf(
  Api,
  "embedSessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* EmbedSessions;
    return handlers.handleAll({
      end: Effect.fnUntraced(function* ({ params }) {
        yield* sessions.end(yield* CurrentProject, params.id);
      }),
      current: Effect.fnUntraced(function* () {
        return yield* sessions.context(yield* CurrentSession);
      }),
      create: Effect.fnUntraced(function* ({ payload, headers }) {
        const key = headers["idempotency-key"];
        return yield* sessions.create(yield* CurrentProject, payload, key);
      }),
      refresh: Effect.fnUntraced(function* ({ payload, headers }) {
        const key = headers["idempotency-key"];
        return yield* sessions.refresh(yield* CurrentProject, payload.renewToken, key);
      }),
    });
  }),
);
