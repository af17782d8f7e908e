import { lookup as resolve } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

import { Data, Effect } from "effect";

import { isPublicAddress } from "./public_address.ts";

/** Why a file was not fetched. */
export class FetchProblem extends Data.TaggedError("fetch_problem")<{
  readonly message: string;
}> {}

/** What bounds a fetch. */
export interface FetchLimits {
  readonly maxBytes: number;
  readonly allowPrivateNetwork: boolean;
}

/**
 * Fetches a file over HTTP. The address that a name resolves to is checked, and is the one connected to;
 * redirects are not followed.
 */
export function fetchFile(
  address: string,
  limits: FetchLimits,
): Effect.Effect<Uint8Array, FetchProblem> {
  return Effect.callback<Uint8Array, FetchProblem>((resume) => {
    const fail = (message: string) => resume(Effect.fail(new FetchProblem({ message })));
    const url = URL.parse(address);
    if (url === null) return fail("The address is no URL");
    if (url.username !== "" || url.password !== "") return fail("The address holds credentials");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // A literal address is never looked up, so it is checked here.
    if (!limits.allowPrivateNetwork && /^[\d.]+$|:/.test(host) && !isPublicAddress(host))
      return fail(NOT_PUBLIC);
    const { request } = url.protocol === "https:" ? https : http;
    const call = request(url, {
      agent: false,
      headers: { accept: "image/png, image/jpeg", "user-agent": "Paraph" },
      lookup: limits.allowPrivateNetwork ? undefined : publicLookup,
    });
    call.on("error", (error) =>
      fail(error instanceof FetchProblem ? error.message : "The server cannot be reached"),
    );
    call.on("response", (response) => {
      if (response.statusCode !== 200) return fail(`The server answered ${response.statusCode}`);
      const chunks: Array<Buffer> = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= limits.maxBytes) return;
        fail(`The file is larger than ${limits.maxBytes} bytes`);
        call.destroy();
      });
      response.on("end", () => resume(Effect.succeed(new Uint8Array(Buffer.concat(chunks)))));
      response.on("error", () => fail("The server broke off"));
      response.on("aborted", () => fail("The server broke off"));
    });
    call.end();
    return Effect.sync(() => call.destroy());
  });
}

const NOT_PUBLIC = "The address is not on the public internet";

/** Resolves a name, and refuses it when any of its addresses is not public. */
const publicLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "");
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(new FetchProblem({ message: NOT_PUBLIC }), "");
    }
    return options.all === true
      ? callback(null, addresses)
      : callback(null, first.address, first.family);
  });
};
