import { FindMyWay } from "effect/http";
import { HttpApi } from "effect/http-api";

import type { Api } from "../../api.ts";

/** A path that exists and the methods it answers to. */
export interface KnownRoute {
  readonly path: string;
  readonly methods: ReadonlySet<string>;
  /** Whether an endpoint of the API answers and not a page beside it. */
  readonly isEndpoint: boolean;
}

/** A path is one path: nothing is tidied up, and parameters of any length are somebody's business. */
export const ROUTING: FindMyWay.RouterConfig = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 16_384,
};

/**
 * Tells which route a URL is of, whatever the method: a router tells pairs of the two alone.
 *
 * @param pages Paths beside those of the API that can be read.
 */
export function knownRoutes(
  api: typeof Api,
  pages: ReadonlyArray<`/${string}`>,
): (url: string) => KnownRoute | undefined {
  const routes = new Map<string, Set<string>>(pages.map((page) => [page, new Set(READING)]));
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { path, method } }) => {
      const methods = routes.get(path) ?? new Set();
      for (const each of method === "GET" ? READING : [method]) methods.add(each);
      routes.set(path, methods);
    },
  });
  const router = FindMyWay.make<KnownRoute>(ROUTING);
  for (const [path, methods] of routes) {
    // What a parameter must look like is no part of the route's name.
    const name = path.replaceAll(/\(.*?\)/g, "");
    const isEndpoint = !pages.some((page) => page === path);
    router.on("GET", `/${path.slice(1)}`, { path: name, methods, isEndpoint });
  }
  // The router takes an empty segment for a parameter; nothing here has an empty name.
  return (url) => (hasEmptySegment(url) ? undefined : router.find("GET", url)?.handler);
}

/** Two slashes in a row, or one at the end. */
function hasEmptySegment(url: string): boolean {
  const [path = ""] = url.split(/[?#]/, 1);
  return path.slice(1).split("/").includes("");
}

/** Whatever can be read can be asked about. */
const READING = ["GET", "HEAD"];
