import { Renders } from "@paraph/core/renders";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlerGroup } from "../_wire/request/handler_group.ts";
import { sendPdf } from "../_wire/response/pdf_response.ts";
import { Api } from "../api.ts";

const PRIVATE = { "content-disposition": "inline", "cache-control": "private, max-age=3600" };

/** Sends documents to the integrators' servers. */
export const embedHandlers = handlerGroup(
  Api,
  "embed",
  Effect.fnUntraced(function* (handlers) {
    const renders = yield* Renders;
    return handlers.handleAll({
      download: Effect.fnUntraced(function* ({ params }) {
        const project = yield* CurrentProject;
        return yield* sendPdf(
          (range) => renders.open(project, params.id, range),
          () => PRIVATE,
        );
      }),
    });
  }),
);
