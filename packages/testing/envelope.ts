import {
  type Addressee,
  type EnvelopeDefinition,
  NO_DELIVERY_OPTIONS,
  type RecipientDefinition,
  type ResolvedField,
} from "@paraph/core/signatures";
import { ProjectId, RenderId, SignatureRequestId } from "@paraph/core/values";
import { DateTime } from "effect";

const ID = "01a2b3c4-0000-7000-8000-0000000000";

/** Bytes of this length that begin and end like a PDF. */
export function pdfOf(size: number, text = ""): Uint8Array {
  const [head, tail] = ["%PDF-1.7\n", `\n% ${text}\n%%EOF\n`];
  return Buffer.from(head + "x".repeat(Math.max(0, size - head.length - tail.length)) + tail);
}

const recipient = (
  firstName: string,
  lastName: string,
  email: string,
  designation: Addressee["designation"],
  order: number,
): RecipientDefinition => ({
  firstName,
  lastName,
  email,
  designation,
  order,
  step: order,
  language: null,
  authentication: null,
});

const field = (
  recipientIndex: number,
  type: ResolvedField["type"],
  place: Partial<ResolvedField> & Pick<ResolvedField, "page" | "x" | "y">,
): ResolvedField => ({ recipientIndex, type, width: 20, height: 5, required: true, ...place });

/** Two signers, an approver and a copy recipient. */
export const ENVELOPE: EnvelopeDefinition = {
  reference: SignatureRequestId.make(`${ID}01`),
  projectId: ProjectId.make(`${ID}02`),
  renderId: RenderId.make(`${ID}03`),
  name: "Lease of flat 4",
  pdf: pdfOf(2000),
  sha256: "0".repeat(64),
  recipients: [
    recipient("Ada", "Byron", "ada@example.com", "Signer", 1),
    recipient("Bob", "", "Bob@example.com", "Signer", 2),
    recipient("Cleo", "Chief", "cleo@example.com", "Approver", 3),
    recipient("Dan", "Files", "dan@example.com", "CC", 4),
  ],
  fields: [
    field(0, "signature", { page: 1, x: 10, y: 80 }),
    field(0, "text_area", { page: 1, x: 10, y: 20, required: false }),
    field(1, "initial", { page: 2, x: 79.999_999_9, y: 94.999_999_9 }),
    field(1, "dropdown", { page: 2, x: 5, y: 5, options: ["yes", "no"] }),
    field(1, "radio_buttons", { page: 2, x: 5, y: 15 }),
    field(2, "signature", { page: 2, x: 50, y: 50 }),
    field(2, "checkbox", { page: 2, x: 50, y: 60 }),
    field(2, "date", { page: 2, x: 50, y: 70 }),
  ],
  expirationHours: 30,
  options: NO_DELIVERY_OPTIONS,
  expiresAt: DateTime.makeUnsafe("2027-01-01T00:00:00Z"),
};
