import { Schema } from "effect";

/** The path parameter of endpoints below a render. Any text: invalid IDs are 404. */
export const renderParams = {
  id: Schema.String.annotate({ description: "The ID of the render." }),
};
