import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { ApiServer, apiServer } from "../_testing/api_server.ts";
import { issuePaths } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { call, sharedDocument, visit } from "../_testing/shared_document.ts";

const Report = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  days: Schema.Array(
    Schema.Struct({
      date: Schema.String,
      renders: Schema.Int,
      pages: Schema.Int,
      shares: Schema.Int,
      views: Schema.Int,
      downloads: Schema.Int,
    }),
  ),
});

layer(apiServer, { excludeTestServices: true })("the usage of a project", (it) => {
  it.effect("counts its renders on the day they were created, and no other project's", () =>
    Effect.gen(function* () {
      const { port, key, otherKey } = yield* ApiServer;
      yield* sharedDocument;
      const report = (bearer: string) =>
        send(port, { path: "/v1/usage", headers: { authorization: `Bearer ${bearer}` } }).pipe(
          Effect.flatMap(({ json }) => Schema.decodeUnknownEffect(Report)(json)),
        );
      const { from, to, days } = yield* report(key);
      assert.lengthOf(days, 30);
      assert.deepEqual([days[0]?.date, days.at(-1)?.date], [from, to]);
      // The day may change during the test.
      const used = days.slice(-2).find(({ renders }) => renders > 0);
      assert.isAtLeast(used?.renders ?? 0, 1);
      assert.isAtLeast(used?.pages ?? 0, 1);
      const others = yield* report(otherKey);
      assert.isTrue(others.days.every(({ renders }) => renders === 0));
    }),
  );

  it.effect("counts shares, and what viewers and the app report, without duplicates", () =>
    Effect.gen(function* () {
      const { port, otherKey } = yield* ApiServer;
      const totals = (bearer?: string) =>
        (bearer === undefined
          ? call("GET", "/v1/usage")
          : send(port, { path: "/v1/usage", headers: { authorization: `Bearer ${bearer}` } })
        ).pipe(
          Effect.flatMap(({ json }) => Schema.decodeUnknownEffect(Report)(json)),
          Effect.map(({ days }) => {
            const sum = (name: "shares" | "views" | "downloads") =>
              days.reduce((total, day) => total + day[name], 0);
            return [sum("shares"), sum("views"), sum("downloads")] as const;
          }),
        );
      const [shares, views, downloads] = yield* totals();
      const { base, share } = yield* sharedDocument;
      const [first] = [yield* share(), yield* share()];
      const report = (eventType: string) => call("POST", `${base}/events`, { eventType });
      for (const type of ["viewed", "viewed", "downloaded", "printed"]) yield* report(type);
      yield* visit(first.page);
      yield* visit(first.page);
      assert.deepEqual(yield* totals(), [shares + 2, views + 2, downloads + 1]);
      assert.deepEqual(yield* totals(otherKey), [0, 0, 0]);
      yield* call("DELETE", base);
      assert.deepEqual(yield* totals(), [shares, views, downloads]);
    }),
  );

  it.effect("is a CSV with the same days", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const headers = { authorization: `Bearer ${key}` };
      const path = "/v1/usage.csv?from=2026-05-03&to=2026-05-04";
      const response = yield* send(port, { path, headers });
      assert.strictEqual(response.headers["content-type"], "text/csv; charset=utf-8");
      assert.include(
        response.headers["content-disposition"],
        'filename="usage-2026-05-03-2026-05-04.csv"',
      );
      const [head = "", ...lines] = response.text.trimEnd().split("\r\n");
      assert.match(head, /^date,renders,/u);
      assert.deepEqual(lines, [
        "2026-05-03,0,0,0,0,0,,0,0,0,0,0",
        "2026-05-04,0,0,0,0,0,,0,0,0,0,0",
      ]);
    }),
  );

  it.effect("rejects days that do not exist", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const headers = { authorization: `Bearer ${key}` };
      for (const path of ["/v1/usage", "/v1/usage.csv"]) {
        const response = yield* send(port, { path: `${path}?from=2026-02-30&to=x`, headers });
        assert.deepEqual([...issuePaths(response)], ["from", "to"]);
      }
    }),
  );
});
