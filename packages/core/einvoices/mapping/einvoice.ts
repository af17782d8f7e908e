import { Predicate, Schema } from "effect";

import { characters } from "../../values/mod.ts";
import { PROFILES, type Profile } from "../model/profile.ts";

/** A key of the data, or a fixed value. */
export const TermSource = Schema.Union([
  Schema.String.check(characters(1, 260)),
  Schema.Struct({
    value: Schema.String.check(characters(1, 1_000)).annotateKey({
      description: "The value of the term in every invoice.",
    }),
  }),
]).annotate({ description: "A key of the manifest, or a fixed value." });
export type TermSource = typeof TermSource.Type;

const PROFILE_NAMES = Object.keys(PROFILES).filter((name): name is Profile =>
  Predicate.hasProperty(PROFILES, name),
);

/** The electronic invoice of a template: its profile, and where its values are in the data. */
export const Einvoice = Schema.Struct({
  profile: Schema.Literals(PROFILE_NAMES).annotateKey({
    description:
      "The profile: `en16931`, `basic` (Factur-X BASIC), `xrechnung` (XRechnung 3.0) or `extended`.",
  }),
  map: Schema.Record(Schema.String, TermSource)
    .check(Schema.isMaxProperties(250))
    .annotateKey({
      description:
        'The data by the IDs of EN 16931: `{ "BT-1": "invoice.number", "BG-25": "items", "BT-129": "quantity" }`. A group is mapped to a loop, and its terms to item fields. `{ "value": "380" }` is a fixed value.',
    }),
}).annotate({
  identifier: "Einvoice",
  description: "The electronic invoice (EN 16931) that renders of the template have.",
});
export type Einvoice = typeof Einvoice.Type;
