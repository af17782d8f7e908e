import { Schema } from "effect";

/** A document cannot be merged; the message gives the reason. */
export class UnmergeablePdf extends Schema.TaggedError<UnmergeablePdf>()("unmergeable_pdf", {
  message: Schema.String,
}) {}
