/** A fixed time, so that the same input gives the same bytes. */
export const NO_TIME = { pdf: "D:19700101000000Z", xmp: "1970-01-01T00:00:00Z" };
