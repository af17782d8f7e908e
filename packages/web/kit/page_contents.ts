import { Schema } from "effect";

/** What one kind of page is made of, by name. */
const PageParts = Schema.Struct({
  /** The script that starts, which is small. */
  script: Schema.String,
  /** The scripts that it goes on with. */
  modules: Schema.Array(Schema.String),
  stylesheet: Schema.String,
});

/** The kinds of pages that there are. */
export const KINDS = ["share", "sign", "builder", "form"] as const;
export type PageKind = (typeof KINDS)[number];

/** Which of the files is what. */
export const Contents = Schema.Struct({
  icon: Schema.String,
  pages: Schema.Record(Schema.Literals(KINDS), PageParts),
});
/** The same as text. */
export const ContentsJson = Schema.fromJsonString(Contents);

/** The file that lies beside the others and says which is what. */
export const CONTENTS = "contents.json";
