import { signingCause } from "@paraph/core/builtin_provider";
import { fullName } from "@paraph/core/signatures";
import { isLoopbackHost } from "@paraph/core/values";
import { Effect, Schedule, Schema } from "effect";
import { FetchHttpClient, HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http";

import type { Resources } from "./client.ts";

type SignatureRequest = Effect.Success<ReturnType<Resources["signatures"]["get"]>>;
type Recipient = SignatureRequest["recipients"][number];

/** The signing link of a recipient. */
interface SigningLink {
  /** The name and email address. */
  readonly recipient: string;
  readonly url: string;
}

/** The development inbox of a server, and the links of recipients whose turn it is. */
export interface SigningLinks {
  readonly inbox: string;
  readonly links: ReadonlyArray<SigningLink>;
}

const Inbox = Schema.Struct({
  emails: Schema.Array(
    Schema.Struct({ cause: Schema.String, link: Schema.Struct({ url: Schema.String }) }),
  ),
});

/** How long to wait for emails, which a worker writes. */
const EMAIL_TIMEOUT = "5 seconds";

/**
 * Reads the signing links of a request from the development inbox of a server on this machine. Undefined if
 * the server has no inbox, or did not email the recipients itself.
 */
export const signingLinks = Effect.fnUntraced(
  function* (url: string, { recipients }: SignatureRequest) {
    const due = recipients.filter(isDue);
    if (due.length === 0 || !isLoopbackHost(new URL(url).hostname)) return undefined;
    const inbox = `${url}/_dev/mail`;
    const read = Effect.map(readInbox(inbox), (emails) => linksOf(due, emails));
    const complete = Effect.repeat(read, {
      until: (links) => links.length === due.length,
      schedule: Schedule.spaced("100 millis"),
    });
    const links = yield* Effect.timeoutOrElse(complete, {
      duration: EMAIL_TIMEOUT,
      orElse: () => read,
    });
    return { inbox, links };
  },
  Effect.provide(FetchHttpClient.layer),
  // A server without an inbox, or another program, responds differently.
  Effect.orElseSucceed(() => undefined),
);

/** Whether it is a recipient's turn, and Paraph has emailed them. */
function isDue({ designation, status, delivery }: Recipient): boolean {
  return designation !== "CC" && ["invited", "viewed"].includes(status) && delivery !== null;
}

const readInbox = Effect.fnUntraced(function* (inbox: string) {
  const request = HttpClientRequest.acceptJson(HttpClientRequest.get(inbox));
  const response = yield* Effect.flatMap(
    HttpClient.execute(request),
    HttpClientResponse.filterStatusOk,
  );
  return (yield* HttpClientResponse.schemaBodyJson(Inbox)(response)).emails;
});

function linksOf(
  recipients: ReadonlyArray<Recipient>,
  emails: (typeof Inbox.Type)["emails"],
): ReadonlyArray<SigningLink> {
  return recipients.flatMap((recipient) => {
    const cause = signingCause({ recipientId: recipient.id, purpose: "invite" });
    const email = emails.find((each) => each.cause === cause);
    if (email === undefined) return [];
    return [{ recipient: `${fullName(recipient)} <${recipient.email}>`, url: email.link.url }];
  });
}
