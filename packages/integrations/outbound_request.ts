import { lookup as systemLookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

import { isPublicAddress, literalAddress } from "@paraph/core/values";
import { Data, Effect } from "effect";

/** Why a request to a user's URL was not made, or has no response. */
export class OutboundProblem extends Data.TaggedError("outbound_problem")<{
  readonly message: string;
  /** Whether a connection was made, so the request may have arrived. */
  readonly connected: boolean;
}> {}

/** Resolves a host name. */
export type Resolver = (
  host: string,
  callback: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void,
) => void;

/** How requests to users' URLs are made: image hosts, receivers of webhooks. */
export interface OutboundOptions {
  /** Whether requests to loopback and private addresses are allowed. */
  readonly allowPrivateNetwork: boolean;
  /** Resolves host names; the system's resolver by default. */
  readonly resolver?: Resolver;
}

/** One request. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The response body is cut off after this many bytes. */
  readonly maxBytes: number;
  /** Time limit for the body, from the start of the response; none by default. */
  readonly bodyWithinMillis?: number;
}

/** A response. Its body is incomplete if it exceeded the limit or the connection closed early. */
export interface OutboundResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  readonly ending: "complete" | "too large" | "incomplete";
}

/**
 * Makes one request. It resolves the host name once, requires every address to be allowed, and
 * connects to one of them. It does not follow redirects.
 */
export function outboundRequest(
  request: OutboundRequest,
  options: OutboundOptions,
): Effect.Effect<OutboundResponse, OutboundProblem> {
  return Effect.callback<OutboundResponse, OutboundProblem>((resume) => {
    let connected = false;
    const fail = (message: string) =>
      resume(Effect.fail(new OutboundProblem({ message, connected })));
    const url = URL.parse(request.url);
    if (url === null || !/^https?:$/.test(url.protocol)) return fail("The URL is not valid");
    if (url.username !== "" || url.password !== "") return fail("The URL contains credentials");
    const literal = literalAddress(url);
    // A literal address is not looked up, so it is checked here.
    if (!options.allowPrivateNetwork && literal !== undefined && !isPublicAddress(literal)) {
      return fail(NOT_PUBLIC);
    }
    const call = (url.protocol === "https:" ? https : http).request(url, {
      agent: false,
      method: request.method,
      headers: {
        "user-agent": "Paraph",
        ...(request.body === undefined ? {} : { "content-length": request.body.length }),
        ...request.headers,
      },
      lookup: checkedLookup(options),
    });
    call.on("socket", (socket) =>
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
        connected = true;
      }),
    );
    call.on("error", (error) =>
      fail(error instanceof OutboundProblem ? error.message : "The server cannot be reached"),
    );
    call.on("response", (response) => {
      const chunks: Array<Buffer> = [];
      let size = 0;
      const end = (ending: OutboundResponse["ending"]) => {
        const bytes = new Uint8Array(Buffer.concat(chunks).subarray(0, request.maxBytes));
        const { statusCode: status = 0, headers } = response;
        resume(Effect.succeed({ status, headers, bytes, ending }));
      };
      const cutOff = () => {
        end("incomplete");
        call.destroy();
      };
      if (request.bodyWithinMillis !== undefined) {
        const timer = setTimeout(cutOff, request.bodyWithinMillis);
        call.on("close", () => clearTimeout(timer));
      }
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= request.maxBytes) return;
        end("too large");
        call.destroy();
      });
      response.on("end", () => end("complete"));
      response.on("error", () => end("incomplete"));
      response.on("aborted", () => end("incomplete"));
    });
    call.end(request.body);
    return Effect.sync(() => call.destroy());
  });
}

const NOT_PUBLIC = "The address is not on the public internet";

const lookupProblem = (message: string) => new OutboundProblem({ message, connected: false });

const system: Resolver = (host, callback) => systemLookup(host, { all: true }, callback);

/** Resolves a name. Fails if any of its addresses is not public. */
function checkedLookup({
  allowPrivateNetwork,
  resolver = system,
}: OutboundOptions): LookupFunction {
  return (host, options, callback) => {
    resolver(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        return callback(lookupProblem("The name cannot be resolved"), "");
      }
      if (!allowPrivateNetwork && addresses.some(({ address }) => !isPublicAddress(address))) {
        return callback(lookupProblem(NOT_PUBLIC), "");
      }
      return options.all === true
        ? callback(null, [...addresses])
        : callback(null, first.address, first.family);
    });
  };
}
