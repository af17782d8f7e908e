import { OutboxEmail } from "@paraph/core/emails";
import { type Option, Schema } from "effect";

/** The header of an email in the outbox that has its content as JSON, so that nothing has to parse MIME. */
export const OUTBOX_HEADER = "X-Paraph-Email";

const Json = Schema.fromJsonString(Schema.toCodecJson(OutboxEmail));
const encode = Schema.encodeSync(Json);
const decode = Schema.decodeOption(Json);

/** Lines of emails have at most 78 characters (RFC 5322), the first of them with the header's name. */
const LINE = /.{1,60}/g;

/** The value of the header, folded. */
export function outboxHeader(email: OutboxEmail): string {
  return (Buffer.from(encode(email)).toString("base64").match(LINE) ?? []).join("\r\n ");
}

/** The content of an email in the outbox; none if it has no valid header. */
export function parseOutboxHeader(message: Uint8Array): Option.Option<OutboxEmail> {
  const [head = ""] = Buffer.from(message).toString("latin1").split("\r\n\r\n", 1);
  const [, value = ""] = HEADER.exec(head) ?? [];
  return decode(Buffer.from(value, "base64").toString());
}

const HEADER = new RegExp(`^${OUTBOX_HEADER}:((?:[\\w+/=]|\\r\\n | )+)`, "mu");
