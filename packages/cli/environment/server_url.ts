export const DEFAULT_URL = "http://127.0.0.1:3000";

export const WRONG_URL =
  "PARAPH_URL is not valid; allowed: a URL that starts with http:// or https://";

/** Whether a text is a URL of a server. */
export const isServerUrl = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text);

/** The same URL without slashes at its end. */
export const trimSlashes = (url: string): string => url.replace(/\/+$/, "");
