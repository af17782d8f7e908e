import { Schema } from "effect";

/** The path parameter of endpoints below a render. Any text: invalid IDs are 404. */
export const renderParams = {
  id: Schema.String.annotate({ description: "The ID of the render." }),
};

/** The path parameters of a page. */
export const pageParams = {
  ...renderParams,
  page: Schema.String.annotate({ description: "The number of the page, from 1." }),
};
