import { Conflict, InvalidRequest } from "../../values/mod.ts";
import { currentRecipients, type Envelope, type EnvelopeRecipient } from "../envelope.ts";

/** Why a recipient cannot delegate now; undefined if they can. */
export function delegationObstacle({
  envelope,
  recipient,
  isEmbedded,
}: {
  readonly envelope: Pick<Envelope, "options" | "recipients">;
  readonly recipient: EnvelopeRecipient;
  /** Whether the document is in a frame of the sender. */
  readonly isEmbedded: boolean;
}): Conflict | undefined {
  if (!envelope.options.allowDelegation) return NO_DELEGATION;
  if (isEmbedded) return NO_DELEGATION_IN_FRAME;
  if (!currentRecipients(envelope.recipients).includes(recipient)) return NOT_YOUR_TURN;
  if (recipient.authentication?.method === "sms_code") return CODE_GOES_TO_PHONE;
  return recipient.corrections >= MAX_CHANGES ? TOO_MANY_CHANGES : undefined;
}

/** How often the person of a recipient may change before a delegation: by delegations and corrections. */
const MAX_CHANGES = 3;

const NO_DELEGATION = Conflict.of("The sender does not allow you to name another person");
const NO_DELEGATION_IN_FRAME = Conflict.of(
  "Another person cannot be named in a page of the sender; use the link in the email",
);
const CODE_GOES_TO_PHONE = Conflict.of(
  "The code goes to your phone, so only the sender can name another person",
);
const TOO_MANY_CHANGES = Conflict.of(
  "The person was changed too often. Ask the sender to name another one",
);
/** The address is one of the request. */
export const DELEGATE_IS_RECIPIENT = InvalidRequest.of([
  { path: "email", message: "This person cannot sign in your place. Name another person" },
]);

/** An earlier recipient has not finished. */
export const NOT_YOUR_TURN = Conflict.of("It is not your turn yet");
