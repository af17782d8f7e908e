import { Schema } from "effect";

/** The operator has suspended the integrator (403 on embed routes). */
export class PartnerSuspended extends Schema.TaggedError<PartnerSuspended>()(
  "partner_suspended",
  { message: Schema.String },
  { description: "The operator has suspended the organisation. Contact the operator." },
) {
  static readonly now = new PartnerSuspended({
    message: "Embedding is suspended for this integrator",
  });
}
