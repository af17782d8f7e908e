import { lookup as systemLookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

import { isPublicAddress, literalAddress } from "@paraph/core/values";
import { Data, Effect } from "effect";

/** Why a server that somebody named was not asked, or did not answer. */
export class OutboundProblem extends Data.TaggedError("outbound_problem")<{
  readonly message: string;
  /** Whether a connection was made: then the request may have arrived all the same. */
  readonly connected: boolean;
}> {}

/** Finds the addresses of a name. */
export type Resolver = (
  host: string,
  found: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void,
) => void;

/** How servers are reached that people name: image hosts, receivers of webhooks. */
export interface OutboundOptions {
  /** Whether loopback and private addresses may be asked. */
  readonly allowPrivateNetwork: boolean;
  /** Finds the addresses of names; the system's unless told otherwise. */
  readonly resolver?: Resolver;
}

/** One request. */
export interface OutboundRequest {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** So many bytes of the answer's body are read. */
  readonly maxBytes: number;
  /** How long the body may take once an answer has begun; as long as the rest when nothing is said. */
  readonly bodyWithinMillis?: number;
}

/** An answer. Its body ends early when there is more of it than was asked for, or it broke off. */
export interface OutboundResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Uint8Array;
  readonly ending: "whole" | "too large" | "broken off";
}

/**
 * Makes one request. The addresses a name resolves to are checked, all of them, and are the ones
 * connected to: a name is resolved once. Redirects are answers like any other.
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
    if (url === null || !/^https?:$/.test(url.protocol)) return fail("The address is no URL");
    if (url.username !== "" || url.password !== "") return fail("The address holds credentials");
    const literal = literalAddress(url);
    // A literal address is never looked up, so it is checked here.
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
      const enough = () => {
        end("broken off");
        call.destroy();
      };
      if (request.bodyWithinMillis !== undefined) {
        const timer = setTimeout(enough, request.bodyWithinMillis);
        call.on("close", () => clearTimeout(timer));
      }
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= request.maxBytes) return;
        end("too large");
        call.destroy();
      });
      response.on("end", () => end("whole"));
      response.on("error", () => end("broken off"));
      response.on("aborted", () => end("broken off"));
    });
    call.end(request.body);
    return Effect.sync(() => call.destroy());
  });
}

const NOT_PUBLIC = "The address is not on the public internet";

const unconnected = (message: string) => new OutboundProblem({ message, connected: false });

const system: Resolver = (host, found) => systemLookup(host, { all: true }, found);

/** Resolves a name, and refuses it when any of its addresses is not public. */
function checkedLookup({
  allowPrivateNetwork,
  resolver = system,
}: OutboundOptions): LookupFunction {
  return (host, options, callback) => {
    resolver(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        return callback(unconnected("The name cannot be resolved"), "");
      }
      if (!allowPrivateNetwork && addresses.some(({ address }) => !isPublicAddress(address))) {
        return callback(unconnected(NOT_PUBLIC), "");
      }
      return options.all === true
        ? callback(null, [...addresses])
        : callback(null, first.address, first.family);
    });
  };
}
