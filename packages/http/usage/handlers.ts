import { Usage, usageCsv } from "@paraph/core/usage";
import { Effect } from "effect";
import { HttpServerResponse } from "effect/http";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlerGroup } from "../_wire/request/handler_group.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode UsageApi}. */
export const usageHandlers = handlerGroup(
  Api,
  "usage",
  Effect.fnUntraced(function* (handlers) {
    const usage = yield* Usage;
    return handlers.handleAll({
      report: Effect.fnUntraced(function* ({ query }) {
        return yield* usage.report(yield* CurrentProject, query);
      }),
      csv: Effect.fnUntraced(function* ({ query }) {
        const report = yield* usage.report(yield* CurrentProject, query);
        const filename = `usage-${report.from}-${report.to}.csv`;
        return HttpServerResponse.text(usageCsv(report), {
          contentType: "text/csv; charset=utf-8",
          headers: { "content-disposition": `attachment; filename="${filename}"` },
        });
      }),
    });
  }),
);
