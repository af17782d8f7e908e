import { Outbox, type OutboxEmail } from "@paraph/core/emails";
import { attachmentAs } from "@paraph/core/renders";
import { INBOX, InboxPages } from "@paraph/web/inbox";
import { DateTime, Effect, Layer, Option } from "effect";
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http";

/** The routes of the inbox. `exchange` hides them from all requests that `LocalAccess` does not allow. */
export const INBOX_ROUTES = [
  INBOX,
  `${INBOX}/:id`,
  `${INBOX}/:id/email.html`,
  `${INBOX}/:id/email.eml`,
] as const;
const [LIST, EMAIL, BODY, MESSAGE] = INBOX_ROUTES;

/** The maximum number of emails in the list. */
const LIMIT = 100;

/** Serves the development inbox: the emails of a deployment without a mail server. */
export const inboxRoutes = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter;
    const outbox = yield* Outbox;
    const pages = yield* InboxPages;

    const list = Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest;
      const newest = yield* outbox.newest(LIMIT + 1);
      const emails = newest.slice(0, LIMIT);
      const isLimited = newest.length > LIMIT;
      const response = wantsJson(headers["accept"])
        ? HttpServerResponse.jsonUnsafe({
            emails: emails.map((email) => summaryOf(email, pages.urlOf(email.id))),
            hasMore: isLimited,
          })
        : pages.list(emails, isLimited);
      return HttpServerResponse.setHeader(response, "vary", "accept");
    });

    /** The response for the email of the path, or the page in place of one that does not exist. */
    const ofEmail = <A>(
      find: (id: string) => Effect.Effect<Option.Option<A>>,
      respond: (value: A, id: string) => HttpServerResponse.HttpServerResponse,
    ) =>
      Effect.gen(function* () {
        const { id = "" } = yield* HttpRouter.params;
        const result = yield* find(id);
        return Option.match(result, {
          onNone: () => pages.missing,
          onSome: (email) => respond(email, id),
        });
      });

    yield* router.add("GET", LIST, list);
    yield* router.add("GET", EMAIL, ofEmail(outbox.find, pages.email));
    yield* router.add("GET", BODY, ofEmail(outbox.find, pages.body));
    yield* router.add("GET", MESSAGE, ofEmail(outbox.message, download));
  }),
);

/** Whether a client prefers JSON; browsers also accept HTML. */
function wantsJson(accept = ""): boolean {
  return accept.includes("application/json") && !accept.includes("text/html");
}

function summaryOf({ id, cause, to, letter, createdAt }: OutboxEmail, url: string) {
  const { subject, action } = letter;
  return { id, cause, to, subject, createdAt: DateTime.formatIso(createdAt), link: action, url };
}

function download(message: Uint8Array, id: string): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.uint8Array(message, {
    contentType: "message/rfc822",
    headers: { "content-disposition": attachmentAs(`${id}.eml`) },
  });
}
