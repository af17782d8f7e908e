import { AuditLog } from "@paraph/core/audit";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentAccount } from "../_auth/account_key.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode AuditApi}. */
export const auditHandlers = HttpApiBuilder.group(
  Api,
  "audit",
  Effect.fnUntraced(function* (handlers) {
    const audit = yield* AuditLog;
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* audit.list(yield* CurrentAccount, query);
      }),
    });
  }),
);
