import { assert, describe, it } from "@effect/vitest";
import { Predicate } from "effect";
import { HttpApi } from "effect/http-api";

import { STATUS } from "../_wire/errors/error.ts";
import { Api } from "../api.ts";
import { knownFailure } from "./_failures.ts";
import { type Route, ROUTES } from "./_routes.ts";

/**
 * Endpoints that the client does not call: pages and their scripts, links of recipients, callbacks,
 * health.
 */
const NOT_CALLED = new Set([
  "embed.current",
  "embedKeys.list",
  "embedPages.builder",
  "embedPages.form",
  "embedPages.script",
  "embedPages.send",
  "embedSessions.current",
  "files.download",
  "files.logo",
  "files.temporary",
  "forms.get",
  "forms.preview",
  "forms.submit",
  "mailHooks.bounce",
  "providerCallbacks.receive",
]);
const GROUPS_NOT_CALLED = new Set(["embedSend", "shareLinks", "signing", "verify", "health"]);

/** The routes of the contract. */
function contract(): Record<string, Route> {
  const routes: Record<string, Route> = {};
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => {
      const name = `${group.identifier}.${endpoint.identifier}`;
      if (GROUPS_NOT_CALLED.has(group.identifier) || NOT_CALLED.has(name)) return;
      const headers = JSON.stringify(endpoint.headers?.ast ?? null);
      routes[name] = {
        method: methodOf(endpoint.method),
        path: endpoint.path,
        takesKey: headers.includes("idempotency-key"),
        isDocument: [...endpoint.success].some((schema) =>
          Predicate.isTagged(schema, "StreamUint8Array"),
        ),
      };
    },
  });
  return routes;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodOf(method: string): Route["method"] {
  const routeMethod = METHODS.find((one) => one === method);
  return routeMethod ?? assert.fail(`Unknown method ${method}`);
}

describe("ROUTES", () => {
  it("are all routes of the contract that need a key", () => {
    const clientRoutes = Object.entries(ROUTES).flatMap(([group, routes]) =>
      Object.entries(routes).map(([name, route]) => [`${group}.${name}`, route]),
    );
    assert.deepEqual(Object.fromEntries(clientRoutes), contract());
  });
});

describe("knownFailure()", () => {
  const details = { message: "Scripted error", issues: { formErrors: [], fieldErrors: {} } };

  it("knows every code of the contract that a call can return", () => {
    const unknown = Object.keys(STATUS).filter((code) => knownFailure(code, details) === undefined);
    // The client sends no other methods and no ranges.
    assert.deepEqual(unknown, ["method_not_allowed", "range_not_satisfiable"]);
  });
});
