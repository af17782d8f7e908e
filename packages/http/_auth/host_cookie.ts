import { Duration } from "effect";
import { type HttpServerRequest, HttpServerResponse } from "effect/http";

/** A cookie of a deployment: its value in a request, and the response that sets it. */
export interface HostCookie {
  readonly valueIn: (request: HttpServerRequest.HttpServerRequest) => string | undefined;
  readonly set: (
    response: HttpServerResponse.HttpServerResponse,
    value: string,
    lifetime: Duration.Duration,
  ) => HttpServerResponse.HttpServerResponse;
  /** Removes it from the browser. */
  readonly remove: (
    response: HttpServerResponse.HttpServerResponse,
  ) => HttpServerResponse.HttpServerResponse;
}

/**
 * A cookie that scripts cannot read. With TLS its name has the prefix `__Host-`, which browsers accept only from the
 * host itself, so that other hosts of the domain cannot set it.
 *
 * @param base The base URL of the deployment.
 * @param sameSite Whether browsers send it when a page of another site leads to this one (`lax`).
 */
export function hostCookie(name: string, base: string, sameSite: "lax" | "strict"): HostCookie {
  const secure = base.startsWith("https:");
  const fullName = secure ? `__Host-${name}` : name;
  const set: HostCookie["set"] = (response, value, maxAge) =>
    HttpServerResponse.setCookieUnsafe(response, fullName, value, {
      maxAge,
      path: "/",
      httpOnly: true,
      secure,
      sameSite,
    });
  return {
    valueIn: ({ cookies }) => cookies[fullName] || undefined,
    set,
    remove: (response) => set(response, "", Duration.zero),
  };
}
