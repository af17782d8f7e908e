import {
  BounceReader,
  type BounceReport,
  UnreadableBounce,
  type UnverifiedBounce,
} from "@paraph/core/emails";
import { Effect, Layer, Option } from "effect";

import { outboundRequest } from "../outbound_request.ts";
import { jsonReports } from "./json_reports.ts";
import { messageReports } from "./message_reports.ts";
import { decodeSns, type SnsMessage } from "./ses_reports.ts";
import { isSnsUrl, type SnsRequest, snsVerifier } from "./sns_signature.ts";

/** How this node confirms subscriptions. */
export interface BounceReaderOptions {
  readonly allowPrivateNetwork: boolean;
  /** Makes requests to Amazon SNS; by default those of {@linkcode outboundRequest}. */
  readonly request?: SnsRequest;
}

/** Reads the reports of Amazon SES, Postmark, SendGrid and Mailgun, and the messages of mail servers. */
export function bounceReader({
  allowPrivateNetwork,
  request = (order) => outboundRequest(order, { allowPrivateNetwork }),
}: BounceReaderOptions): Layer.Layer<BounceReader> {
  const verify = snsVerifier(request);

  /**
   * Confirms the subscription to a topic of Amazon SNS, which sends nothing before. The URL must be of SNS, so
   * that no user can make requests to other hosts.
   */
  const confirm = Effect.fnUntraced(function* ({ SubscribeURL: url }: SnsMessage) {
    if (url == null || !isSnsUrl(url)) return yield* NOT_OF_SNS;
    const order = { url, method: "GET", headers: {}, maxBytes: 65_536 } as const;
    const { status } = yield* request(order).pipe(
      Effect.timeout("15 seconds"),
      Effect.mapError(() => NOT_CONFIRMED),
    );
    if (status !== 200) return yield* NOT_CONFIRMED;
    yield* Effect.logInfo("A subscription to bounces at Amazon SNS is confirmed");
    return NO_REPORTS;
  });

  const readJson = Effect.fnUntraced(function* (text: string) {
    const json = parsed(text);
    const sns = Option.getOrUndefined(decodeSns(json));
    if (sns !== undefined) yield* verify(sns);
    if (sns?.Type === "SubscriptionConfirmation") return yield* confirm(sns);
    if (sns?.Type === "UnsubscribeConfirmation") return NO_REPORTS;
    if (sns === undefined) return jsonReports(json);
    // SNS also announces that a configuration set publishes to the topic, as a plain text.
    const content = parsed(sns.Message);
    return content === undefined ? NO_REPORTS : jsonReports(content);
  });

  const read = Effect.fn("BounceReader.read")(function* (
    body: Uint8Array,
    contentType: string,
  ): Effect.fn.Return<ReadonlyArray<BounceReport>, UnreadableBounce | UnverifiedBounce> {
    const text = new TextDecoder().decode(body);
    // SNS sends JSON as `text/plain`.
    const isJson = /^\s*[[{]/u.test(text);
    const reports = isJson
      ? yield* readJson(text)
      : yield* messageReports(withContentType(body, contentType));
    return reports ?? (yield* UNKNOWN_FORMAT);
  });

  return Layer.succeed(BounceReader, { read });
}

const NO_REPORTS: ReadonlyArray<BounceReport> = [];

/** Adds the type of a report whose headers are those of the request. */
function withContentType(body: Uint8Array, contentType: string): Uint8Array {
  if (!/^multipart\/report\b/iu.test(contentType)) return body;
  return Buffer.concat([Buffer.from(`Content-Type: ${contentType}\r\n\r\n`), body]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const UNKNOWN_FORMAT = new UnreadableBounce({
  message:
    "Expected a report of Amazon SES, Postmark, SendGrid or Mailgun, or a delivery status notification (RFC 3464)",
});
const NOT_OF_SNS = new UnreadableBounce({ message: "SubscribeURL is not a URL of Amazon SNS" });
const NOT_CONFIRMED = new UnreadableBounce({
  message: "Amazon SNS did not confirm the subscription: request the confirmation again",
});
