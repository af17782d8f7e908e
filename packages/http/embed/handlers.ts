import { Renders } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/project_key.ts";
import { sendPdf } from "../_wire/response/pdf_response.ts";
import { Api } from "../api.ts";

const PRIVATE = { "content-disposition": "inline", "cache-control": "private, max-age=3600" };

/** Sends documents to the integrators' servers. */
export const embedHandlers = HttpApiBuilder.group(
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
