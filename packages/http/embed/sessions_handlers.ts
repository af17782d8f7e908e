import { CreateSession, EmbedSessions, PERMISSIONS, RefreshSession } from "@paraph/core/embed";
import type { Issue } from "@paraph/core/values";
import { Effect, Predicate } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { CurrentSession } from "../_auth/embed_session.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";

const createBody = jsonBody(CreateSession, { problemsOf: unknownPermissions });
const refreshBody = jsonBody(RefreshSession);

/** Hands every request over to `EmbedSessions`. */
export const embedSessionsHandlers = HttpApiBuilder.group(
  Api,
  "embedSessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* EmbedSessions;
    return handlers
      .handleAll({
        end: Effect.fnUntraced(function* ({ params }) {
          yield* sessions.end(yield* CurrentProject, params.id);
        }),
        current: Effect.fnUntraced(function* () {
          return yield* sessions.context(yield* CurrentSession);
        }),
      })
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const wanted = yield* createBody(request);
          const key = request.headers["idempotency-key"];
          return yield* sessions.create(yield* CurrentProject, wanted, key);
        }),
      )
      .handleRaw(
        "refresh",
        Effect.fnUntraced(function* (request) {
          const { renewToken } = yield* refreshBody(request);
          const key = request.headers["idempotency-key"];
          return yield* sessions.refresh(yield* CurrentProject, renewToken, key);
        }),
      );
  }),
);

/** What somebody means to deny under a name that nobody knows would be granted. */
function unknownPermissions(body: unknown): ReadonlyArray<Issue> {
  const wanted = Predicate.hasProperty(body, "permissions") ? body.permissions : undefined;
  if (!Predicate.isObject(wanted)) return [];
  const known = new Set<string>(PERMISSIONS);
  return Object.keys(wanted)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: `permissions.${name}`, message: "No such permission" }));
}
