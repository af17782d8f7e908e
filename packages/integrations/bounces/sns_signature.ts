import { verify, X509Certificate } from "node:crypto";

import { UnreadableBounce, UnverifiedBounce } from "@paraph/core/emails";
import { Clock, Effect } from "effect";

import type { OutboundProblem, OutboundRequest, OutboundResponse } from "../outbound_request.ts";
import type { SnsMessage } from "./ses_reports.ts";

/** Makes a request to Amazon SNS. */
export type SnsRequest = (
  request: OutboundRequest,
) => Effect.Effect<OutboundResponse, OutboundProblem>;

/** The signed fields of a message by its type, in order. Absent ones are left out. */
const SIGNED_FIELDS = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
  ],
  UnsubscribeConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
  ],
} as const satisfies Record<SnsMessage["Type"], ReadonlyArray<keyof SnsMessage>>;

const ALGORITHMS: Readonly<Record<string, string>> = { "1": "RSA-SHA1", "2": "RSA-SHA256" };

/** SNS changes its certificate about once a year. */
const MAX_CERTIFICATES = 16;
const MAX_BYTES = 65_536;

/**
 * Checks the signatures of messages of Amazon SNS, by the certificate that they name. It is fetched once. The URL must
 * be of SNS: TLS then proves whose certificate it is.
 *
 * @param request Fetches certificates.
 */
export function snsVerifier(
  request: SnsRequest,
): (message: SnsMessage) => Effect.Effect<void, UnreadableBounce | UnverifiedBounce> {
  const certificates = new Map<string, X509Certificate>();

  const certificateAt = Effect.fnUntraced(function* (url: string) {
    const cached = certificates.get(url);
    if (cached !== undefined) return cached;
    const { status, bytes } = yield* request({
      url,
      method: "GET",
      headers: {},
      maxBytes: MAX_BYTES,
    }).pipe(
      Effect.timeout("15 seconds"),
      Effect.mapError(() => NO_CERTIFICATE),
    );
    if (status !== 200) return yield* NO_CERTIFICATE;
    const certificate = yield* Effect.try({
      try: () => new X509Certificate(bytes),
      catch: () => NO_CERTIFICATE,
    });
    const [oldest] = certificates.keys();
    if (certificates.size >= MAX_CERTIFICATES && oldest !== undefined) certificates.delete(oldest);
    certificates.set(url, certificate);
    return certificate;
  });

  return Effect.fnUntraced(function* (message) {
    const { Signature: signature, SignatureVersion: version, SigningCertURL: url } = message;
    const algorithm = ALGORITHMS[version ?? ""];
    if (signature == null || algorithm === undefined) return yield* NOT_SIGNED;
    if (url == null || !isSnsUrl(url) || !url.endsWith(".pem")) return yield* FOREIGN_CERTIFICATE;
    const certificate = yield* certificateAt(url);
    const now = yield* Clock.currentTimeMillis;
    const isCurrent =
      certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime();
    const text = Buffer.from(signedText(message));
    const bytes = Buffer.from(signature, "base64");
    if (!isCurrent || !isValid(algorithm, text, certificate, bytes)) return yield* WRONG_SIGNATURE;
    return undefined;
  });
}

/** Whether a URL is one of Amazon SNS. */
export function isSnsUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/u.test(url.hostname)
  );
}

function signedText(message: SnsMessage): string {
  return SIGNED_FIELDS[message.Type]
    .map((name) => [name, message[name]] as const)
    .filter(([, value]) => value != null)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join("");
}

function isValid(
  algorithm: string,
  text: Uint8Array,
  { publicKey }: X509Certificate,
  signature: Uint8Array,
): boolean {
  return publicKey.asymmetricKeyType === "rsa" && verify(algorithm, text, publicKey, signature);
}

const NOT_SIGNED = new UnreadableBounce({
  message: "The message of Amazon SNS has no signature of version 1 or 2",
});
const FOREIGN_CERTIFICATE = new UnreadableBounce({
  message: "SigningCertURL is not a certificate of Amazon SNS",
});
const WRONG_SIGNATURE = new UnreadableBounce({
  message: "The signature of the message is not of Amazon SNS",
});
const NO_CERTIFICATE = new UnverifiedBounce({
  message: "The certificate of Amazon SNS cannot be fetched; send the message again",
});
