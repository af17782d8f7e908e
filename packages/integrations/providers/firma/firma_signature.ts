import { createHmac } from "node:crypto";

import { Redacted } from "effect";
import { Mac } from "effect/crypto";

/** So old a callback may be, in seconds, and so far ahead of our clock. */
const TOLERANCE = 300;

const HEADERS = ["x-firma-signature", "x-firma-signature-old"] as const;

/**
 * Whether a callback was signed with one of the secrets, a moment ago. While a secret is being
 * replaced, Firma signs with both: either will do, and so will either of ours.
 */
export function isFirmaSignature(
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  { secrets, nowSeconds }: SignatureCheck,
): boolean {
  return HEADERS.flatMap((name) => signatureIn(headers[name])).some(({ time, digest }) => {
    if (Math.abs(nowSeconds - Number(time)) > TOLERANCE) return false;
    return secrets.some((secret) => Mac.timingSafeEqual(digestOf(secret, time, body), digest));
  });
}

/** What signatures are checked against. */
export interface SignatureCheck {
  readonly secrets: ReadonlyArray<Redacted.Redacted>;
  readonly nowSeconds: number;
}

/** What a header says: `t=<seconds>,v1=<64 hex digits>`, and nothing that only resembles it. */
function signatureIn(header: string | undefined) {
  const [, time, hex] = /^t=(\d{1,12}),\s*v1=([0-9a-f]{64})$/iu.exec(header ?? "") ?? [];
  return time === undefined || hex === undefined ? [] : [{ time, digest: Buffer.from(hex, "hex") }];
}

function digestOf(secret: Redacted.Redacted, time: string, body: Uint8Array): Uint8Array {
  return createHmac("sha256", Redacted.value(secret)).update(`${time}.`).update(body).digest();
}
