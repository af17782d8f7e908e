import { type Document, DownloadUrls, inlineAs, Renders } from "@paraph/core/renders";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

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

/** Sends documents at their public URLs. */
export const filesHandlers = HttpApiBuilder.group(
  Api,
  "files",
  Effect.fnUntraced(function* (handlers) {
    const renders = yield* Renders;
    const downloadUrls = yield* DownloadUrls;
    return handlers.handleAll({
      download: ({ params }) =>
        sendPdf((range) => renders.openPublic(params.token, range), permanent),
      temporary: ({ params }) =>
        sendPdf((range) => downloadUrls.open(params.token, range), temporary),
    });
  }),
);
