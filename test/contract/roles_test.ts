import { assert, layer } from "@effect/vitest";
import { Role, ROLE_RIGHTS } from "@paraph/core/console";
import { Effect } from "effect";
import { HttpApi } from "effect/http-api";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { codeOf } from "../../packages/http/_testing/body.ts";
import { ask, signedInMember } from "../../packages/http/_testing/console_visit.ts";
import { Api } from "../../packages/http/api.ts";

const ID = "0198c0de-7f00-7abc-8def-0123456789ab";

/** The credentials that a session of the console takes the place of. */
const BY_SESSION = new Set([
  "@paraph/http/AccountKey",
  "@paraph/http/ProjectKey",
  "@paraph/http/BuilderKey",
]);

/** Endpoints of an account that need another right than their method says. */
const SPECIAL: Readonly<Record<string, "work" | "manage">> = {
  "GET /v1/audit": "manage",
  "POST /v1/projects/:id/templates/copy": "work",
};

interface Called {
  readonly method: string;
  readonly path: string;
  readonly right: "read" | "work" | "manage";
}

/** Every endpoint that a session can call, with the right that it needs. */
function endpoints(): ReadonlyArray<Called> {
  const all: Array<Called> = [];
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path }, middleware }) => {
      const keys = [...middleware].map(({ key }) => key).filter((key) => BY_SESSION.has(key));
      if (keys.length === 0) return;
      const change = keys.includes("@paraph/http/AccountKey") ? "manage" : "work";
      const right = SPECIAL[`${method} ${path}`] ?? (method === "GET" ? "read" : change);
      all.push({ method, path, right });
    },
  });
  return all;
}

layer(apiServer, { excludeTestServices: true })("The roles of members", (it) => {
  it.effect.each(Role.literals)("%s may do what its rights permit, and no more", (role) =>
    Effect.gen(function* () {
      const { accountKey, project } = yield* ApiServer;
      const { headers } = yield* signedInMember(accountKey, `${role}@example.com`, role);
      const called = endpoints();
      assert.isAbove(called.length, 70);
      const rights: ReadonlyArray<string> = ROLE_RIGHTS[role];
      for (const { method, path, right } of called) {
        const url = path.replace("/:id/templates", `/${project}/templates`).replaceAll(/:\w+/g, ID);
        const json = method === "GET" || method === "DELETE" ? undefined : {};
        const inProject = { ...headers, "x-paraph-project": project };
        const response = yield* ask(method, url, inProject, json);
        const isRefused = response.status === 403 && codeOf(response) === "forbidden";
        assert.strictEqual(isRefused, !rights.includes(right), `${method} ${path}`);
        assert.notInclude([401, 500], response.status, `${method} ${path}`);
      }
    }),
  );
});
