import { Projects } from "@paraph/core/projects";
import { type Document, DownloadUrls, inlineAs, Renders } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpServerResponse } from "effect/http";

import { handlerGroup } from "../_wire/request/handler_group.ts";
import { sendPdf } from "../_wire/response/pdf_response.ts";
import { Api } from "../api.ts";

/** The document of a URL never changes. */
const permanent = ({ filename }: Document) => ({
  "content-disposition": inlineAs(filename),
  "cache-control": "public, max-age=31536000, immutable",
});

/** Nothing may keep a document beyond the life of its URL. */
const temporary = ({ filename }: Document) => ({
  "content-disposition": inlineAs(filename),
  "cache-control": "private, no-store",
});

/** A browser that opens an SVG as a page runs nothing in it. Emails and pages of other origins show it. */
const LOGO_HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "cross-origin",
};

/** Sends documents and logos at their public URLs. */
export const filesHandlers = handlerGroup(
  Api,
  "files",
  Effect.fnUntraced(function* (handlers) {
    const renders = yield* Renders;
    const downloadUrls = yield* DownloadUrls;
    const projects = yield* Projects;
    return handlers.handleAll({
      download: ({ params }) =>
        sendPdf((range) => renders.openPublic(params.token, range), permanent),
      temporary: ({ params }) =>
        sendPdf((range) => downloadUrls.open(params.token, range), temporary),
      logo: ({ params }) =>
        Effect.map(projects.logo(params.id), ({ type, bytes }) =>
          HttpServerResponse.uint8Array(bytes, { contentType: type, headers: LOGO_HEADERS }),
        ),
    });
  }),
);
