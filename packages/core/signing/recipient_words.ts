import { fullName } from "../signatures/mod.ts";
import type { Visitor } from "../values/mod.ts";
import type { SigningRecipient } from "./signing_envelope.ts";

/** Who a recipient is, in words. */
export function whoIs(recipient: SigningRecipient): string {
  return `${fullName(recipient)} <${recipient.email}>`;
}

/** What the audit trail has of a visit: whose, and from where as far as that is known. */
export function visitDetails({ id }: SigningRecipient, { sourceIp, userAgent }: Visitor) {
  return {
    recipientId: id,
    ...(sourceIp === null ? {} : { ip: sourceIp }),
    ...(userAgent === null ? {} : { userAgent }),
  };
}
