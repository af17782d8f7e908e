/** The pages have no scripts. The frame of an email has a policy of its own. */
export const POLICY = [
  "img-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "trusted-types 'none'",
];
