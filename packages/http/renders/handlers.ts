import { Erasures } from "@paraph/core/erasure";
import {
  type Document,
  DocumentUploads,
  DownloadUrls,
  hasEnded,
  inlineAs,
  PageImages,
  renderJson,
  renderPageJson,
  Renders,
  RenderInputs,
  RenderInvoices,
} from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpServerResponse } from "effect/http";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { remainingOf } from "../_wire/request/request_time.ts";
import { respond } from "../_wire/response/json_response.ts";
import { sendPdf } from "../_wire/response/pdf_response.ts";
import { sendPng } from "../_wire/response/png_response.ts";
import { prefixDataPaths, warn } from "../_wire/response/warnings.ts";
import { Api } from "../api.ts";
import { PathTemplate } from "../templates/existing_template.ts";

/** The longest wait of a `sync` render after its body has arrived. */
const MAX_SYNC_WAIT = "25 seconds";

const privateHeaders = ({ filename }: Document) => ({
  "content-disposition": inlineAs(filename),
  "cache-control": "private, max-age=3600",
});

/** Handlers of {@linkcode RendersApi}. */
export const rendersHandlers = handlersOf(
  Api,
  "renders",
  Effect.fnUntraced(function* (handlers) {
    const renders = yield* Renders;
    const uploads = yield* DocumentUploads;
    const downloadUrls = yield* DownloadUrls;
    const inputs = yield* RenderInputs;
    const invoices = yield* RenderInvoices;
    const pageImages = yield* PageImages;
    const erasures = yield* Erasures;
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const page = yield* renders.list(yield* CurrentProject, query);
        return HttpServerResponse.jsonUnsafe(renderPageJson(page));
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const render = yield* renders.get(yield* CurrentProject, params.id);
        return HttpServerResponse.jsonUnsafe(renderJson(render));
      }),
      data: Effect.fnUntraced(function* ({ params }) {
        return yield* inputs.read(yield* CurrentProject, params.id);
      }),
      download: Effect.fnUntraced(function* ({ params }) {
        const project = yield* CurrentProject;
        return yield* sendPdf((range) => renders.open(project, params.id, range), privateHeaders);
      }),
      pageImage: Effect.fnUntraced(function* ({ params, query }) {
        const document = yield* renders.open(yield* CurrentProject, params.id);
        return yield* sendPng(`${document.sha256}-${params.page}-${query.width}`, () =>
          pageImages.draw(document, Number(params.page), query),
        );
      }),
      invoice: Effect.fnUntraced(function* ({ params, query }) {
        const project = yield* CurrentProject;
        const xml = yield* invoices.write(project, params.id, query.syntax);
        return HttpServerResponse.text(xml, { contentType: "application/xml" });
      }),
      createDownloadUrl: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* downloadUrls.create(yield* CurrentProject, params.id, payload);
      }),
      upload: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const { render, replayed } = yield* uploads.add(yield* CurrentProject, payload, key);
        return yield* respond(endpoint, render, replayed ? 200 : 201);
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* erasures.eraseRender(yield* CurrentProject, params.id);
      }),
      submit: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const project = yield* CurrentProject;
        const { data, jobId, options: { sync = false, ...options } = {} } = payload;
        const idempotencyKey = headers["idempotency-key"] ?? jobId;
        const submission = { data, source: "api", ...options, idempotencyKey } as const;
        const result = yield* renders.submit(project, yield* PathTemplate, submission);
        const { render, replayed, warnings } = result;
        yield* warn(prefixDataPaths(warnings));
        const latest = sync
          ? yield* renders.wait(project, render.id, yield* remainingOf(MAX_SYNC_WAIT))
          : render;
        yield* warn(latest.warnings);
        if (!sync) return yield* respond(endpoint, latest, replayed ? 200 : 202);
        const isSettled = replayed || hasEnded(latest.status);
        return yield* respond(endpoint, latest, isSettled ? 200 : 202);
      }),
    });
  }),
);
