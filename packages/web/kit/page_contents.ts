import { Schema } from "effect";

/** The file names of one kind of page. */
const PageParts = Schema.Struct({
  /** The start script, which is small. */
  script: Schema.String,
  /** The scripts that it imports. */
  modules: Schema.Array(Schema.String),
  stylesheet: Schema.String,
});

/** The kinds of pages. */
export const KINDS = ["share", "sign", "builder", "form", "send", "reference", "console"] as const;
export type PageKind = (typeof KINDS)[number];

/** The roles of the files. */
export const Contents = Schema.Struct({
  icon: Schema.String,
  /** The development inbox, which has no scripts. */
  inbox: Schema.Struct({ stylesheet: Schema.String }),
  /** The verification pages, which have no scripts. */
  verify: Schema.Struct({ stylesheet: Schema.String }),
  pages: Schema.Record(Schema.Literals(KINDS), PageParts),
});
export const ContentsJson = Schema.fromJsonString(Contents);

/** The file with the roles of the other files. */
export const CONTENTS = "contents.json";
