import { AuditLog } from "@paraph/core/audit";
import { Effect } from "effect";

import { CurrentAccount } from "../_auth/account_key.ts";
import { handlerGroup } from "../_wire/request/handler_group.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode AuditApi}. */
export const auditHandlers = handlerGroup(
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
