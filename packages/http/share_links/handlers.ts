import { Emails } from "@paraph/core/emails";
import { attachmentAs, inlineAs } from "@paraph/core/renders";
import { SharedDocuments, type LinkedShare } from "@paraph/core/shares";
import { SharePages } from "@paraph/web/share";
import { Effect } from "effect";
import { HttpServerRequest } from "effect/http";

import { handlersOf, payloadOf } from "../_wire/body/payload.ts";
import { visitorLanguage } from "../_wire/request/visitor_language.ts";
import { Visitors } from "../_wire/request/visitors.ts";
import { sendPdf } from "../_wire/response/pdf_response.ts";
import { Api } from "../api.ts";
import {
  documentHeaders,
  isCompleteDownload,
  orUnavailablePage,
  pageView,
  PIXEL,
} from "./pages.ts";
import { isRead } from "./readers.ts";

/** Handlers of {@linkcode ShareLinksApi}. */
export const shareLinksHandlers = handlersOf(
  Api,
  "shareLinks",
  Effect.fnUntraced(function* (handlers) {
    const documents = yield* SharedDocuments;
    const emails = yield* Emails;
    const visitors = yield* Visitors;
    const pages = yield* SharePages;
    const orPage = orUnavailablePage(pages, documents);
    const reading = Effect.map(HttpServerRequest.HttpServerRequest, isRead);

    const record = Effect.fnUntraced(function* (
      share: LinkedShare,
      eventType: "viewed" | "downloaded",
    ) {
      yield* documents.record(share, eventType, yield* visitors.current);
    });

    const show = Effect.fnUntraced(function* (token: string) {
      const open = yield* documents.resolve(token);
      const page = pages.share(pageView(open), yield* visitorLanguage);
      if (yield* reading) yield* record(open.share, "viewed");
      return page;
    });

    const send = Effect.fnUntraced(function* (token: string, isDownload: boolean) {
      const share = yield* documents.find(token);
      const dispose = isDownload ? attachmentAs : inlineAs;
      const response = yield* sendPdf(
        (range) => documents.open(share, range),
        ({ filename }) => documentHeaders(dispose(filename)),
      );
      if (isDownload && isCompleteDownload(response) && (yield* reading)) {
        yield* record(share, "downloaded");
      }
      return response;
    });

    return handlers
      .handleAll({
        show: ({ params }) => orPage(params.token, show(params.token)),
        document: ({ params, query }) =>
          orPage(params.token, send(params.token, [query.download].flat().includes("1"))),
        pixel: Effect.fnUntraced(function* ({ params }) {
          if (yield* reading) yield* emails.recordOpen(params.id, yield* visitors.current);
          return PIXEL;
        }),
      })
      .handleRaw(
        "record",
        Effect.fnUntraced(function* (request) {
          const { share } = yield* documents.resolve(request.params.token);
          const { eventType } = yield* payloadOf(request);
          if (!(yield* reading)) return { recorded: false };
          return yield* documents.record(share, eventType, yield* visitors.current);
        }),
      );
  }),
);
