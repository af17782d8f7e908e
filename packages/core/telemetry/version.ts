/** The release that this is. */
export const VERSION = "0.1.0";
