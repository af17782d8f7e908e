import { Schema } from "effect";

/** The path parameter of endpoints below a template. Any text: invalid slugs are 404. */
export const templateParams = {
  slug: Schema.String.annotate({ description: "The slug of the template." }),
};
