import { Members } from "@paraph/core/members";
import { Effect } from "effect";

import { CurrentAccount } from "../_auth/account_key.ts";
import { handlersOf, payloadOf } from "../_wire/body/payload.ts";
import { respond } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode MembersApi}. */
export const membersHandlers = handlersOf(
  Api,
  "members",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members;
    return handlers
      .handleRaw(
        "update",
        Effect.fnUntraced(function* (request) {
          const account = yield* CurrentAccount;
          // A missing member takes precedence over errors in the body.
          const { id } = yield* members.get(account, request.params.id);
          return yield* members.update(account, id, yield* payloadOf(request));
        }),
      )
      .handleAll({
        list: Effect.fnUntraced(function* () {
          return { members: yield* members.list(yield* CurrentAccount) };
        }),
        invite: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
          const { created, ...member } = yield* members.invite(
            yield* CurrentAccount,
            payload,
            headers["idempotency-key"],
          );
          return yield* respond(endpoint, member, created ? 201 : 200);
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          return yield* members.remove(yield* CurrentAccount, params.id);
        }),
        resend: Effect.fnUntraced(function* ({ params }) {
          return yield* members.resend(yield* CurrentAccount, params.id);
        }),
      });
  }),
);
