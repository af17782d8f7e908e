import { Schema } from "effect";

/** The operator has suspended the integrator (403 on embed routes). */
export class PartnerSuspended extends Schema.TaggedError<PartnerSuspended>()("partner_suspended", {
  message: Schema.String,
}) {
  static readonly now = new PartnerSuspended({
    message: "Embedding is suspended for this integrator",
  });
}
