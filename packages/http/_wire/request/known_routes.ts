import { FindMyWay } from "effect/http";
import { HttpApi, type HttpApiGroup } from "effect/http-api";

/** A route and its methods. */
export interface KnownRoute {
  readonly path: string;
  readonly methods: ReadonlySet<string>;
  /** Whether it is an endpoint of the API, not a static page. */
  readonly isEndpoint: boolean;
  /** Whether it exists only for clients on this machine. */
  readonly isLocal: boolean;
}

/** Paths are not normalised. Handlers check the length of parameters. */
export const ROUTING: FindMyWay.RouterConfig = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 16_384,
};

/**
 * Finds the route of a URL for any method. `HttpRouter` only finds routes of one method.
 *
 * @param pages GET routes outside of the API.
 * @param others Further routes outside of the API, with their methods.
 */
export function knownRoutes<Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  pages: ReadonlyArray<`/${string}`>,
  others: Readonly<Record<string, ReadonlyArray<string>>> = {},
): (url: string) => KnownRoute | undefined {
  const routes = new Map<string, Set<string>>([
    ...pages.map((page) => [page, new Set(GET_METHODS)] as const),
    ...Object.entries(others).map(([path, methods]) => [path, new Set(methods)] as const),
  ]);
  const outside = new Set(routes.keys());
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { path, method } }) => {
      const methods = routes.get(path) ?? new Set();
      for (const httpMethod of method === "GET" ? GET_METHODS : [method]) methods.add(httpMethod);
      routes.set(path, methods);
    },
  });
  const router = FindMyWay.make<KnownRoute>(ROUTING);
  for (const [path, methods] of routes) {
    // The pattern of a parameter is not part of the route's name.
    const name = path.replaceAll(/\(.*?\)/g, "");
    const isEndpoint = !outside.has(path);
    const isLocal = path.startsWith(LOCAL);
    router.on("GET", `/${path.slice(1)}`, { path: name, methods, isEndpoint, isLocal });
  }
  // The router would match an empty segment as a parameter.
  return (url) => (hasEmptySegment(url) ? undefined : router.find("GET", url)?.handler);
}

/** Whether a path has two slashes in a row, or one at the end. */
function hasEmptySegment(url: string): boolean {
  const [path = ""] = url.split(/[?#]/, 1);
  return path.slice(1).split("/").includes("");
}

/** The prefix of routes for development. */
const LOCAL = "/_dev/";

/** GET routes also respond to HEAD. */
const GET_METHODS = ["GET", "HEAD"];
