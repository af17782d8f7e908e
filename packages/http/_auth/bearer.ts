import { Effect } from "effect";
import { HttpServerRequest } from "effect/http";

/**
 * Why a request carries no bearer token, and what to send.
 *
 * @param what Names the credential: `a project key`.
 */
export const missingBearer = (what: string) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers: { authorization = "" } }) => {
    const remedy = `Send ${what} as Authorization: Bearer <KEY>`;
    const [scheme = ""] = authorization.trim().split(" ", 1);
    if (scheme === "") return `The Authorization header is missing. ${remedy}`;
    // Nothing that might be a secret is repeated.
    return /^bearer$/i.test(scheme)
      ? `The Authorization header holds no credential. ${remedy}`
      : `The Authorization header does not use the Bearer scheme. ${remedy}`;
  });
