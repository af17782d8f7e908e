import { Schema } from "effect";

/** The path parameter of endpoints below a template. Any text: invalid slugs are 404. */
export const templateParams = {
  slug: Schema.String.annotate({ description: "The slug of the template." }),
};

/** The path parameters of endpoints below a version. Any text: other numbers are 404. */
export const versionParams = {
  ...templateParams,
  versionNumber: Schema.String.annotate({ description: "The number of the version." }),
};

/** The path parameters of a page of a version. */
export const versionPageParams = {
  ...versionParams,
  page: Schema.String.annotate({ description: "The number of the page, from 1." }),
};
