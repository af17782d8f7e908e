import fs from "node:fs";
import path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { SETTINGS, variableOf } from "@paraph/app/settings";
import { Schema } from "effect";
import { parse } from "yaml";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

const Strings = Schema.Array(Schema.String);
const Service = Schema.Struct({
  image: Schema.String,
  command: Schema.optional(Strings),
  restart: Schema.Literal("unless-stopped"),
  environment: Schema.optional(Schema.Record(Schema.String, Schema.String)),
  volumes: Schema.optional(Strings),
  profiles: Schema.optional(Strings),
  healthcheck: Schema.optional(
    Schema.Union([
      Schema.Struct({ disable: Schema.Literal(true) }),
      Schema.Struct({ test: Strings }),
    ]),
  ),
  depends_on: Schema.optional(
    Schema.Record(Schema.String, Schema.Struct({ condition: Schema.Literal("service_healthy") })),
  ),
});
const { services, volumes } = Schema.decodeUnknownSync(
  Schema.Struct({
    services: Schema.Record(Schema.String, Service),
    volumes: Schema.Record(Schema.String, Schema.Unknown),
  }),
)(parse(read("compose.yaml"), { merge: true }));

const PARAPH_SERVICES = Object.entries(services).filter(([, { image }]) =>
  image.startsWith("paraph:"),
);

describe("compose.yaml", () => {
  it("starts the server and the worker with existing variables", () => {
    assert.deepStrictEqual(
      PARAPH_SERVICES.map(([name, { command }]) => [name, command]),
      [
        ["server", ["serve", "--no-worker"]],
        ["worker", ["worker"]],
      ],
    );
    const settingNames = new Set(Object.keys(SETTINGS).map(variableOf));
    for (const [, { environment = {} }] of PARAPH_SERVICES) {
      const unknownNames = Object.keys(environment).filter((name) => !settingNames.has(name));
      assert.deepStrictEqual(unknownNames, []);
    }
  });

  it("contains no secret, and does not start without one", () => {
    for (const [name, { environment = {} }] of Object.entries(services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (!/PASSWORD|KEY|DATABASE_URL/.test(variable)) continue;
        // The server reports missing credentials of a bucket, if it has one.
        const pattern = variable.startsWith("AWS_") ? /^\$\{[A-Z_]+:-\}$/ : /\$\{[A-Z_]+:\?[^}]+\}/;
        assert.match(value, pattern, `${name} ${variable}`);
      }
    }
  });

  it("waits for healthy services, and stores data in volumes", () => {
    for (const [name, { depends_on: dependencies = {}, volumes: mounts = [] }] of Object.entries(
      services,
    )) {
      for (const other of Object.keys(dependencies)) {
        const { healthcheck, image, profiles } = services[other] ?? {};
        const isChecked = image?.startsWith("paraph:") ?? false;
        assert.isTrue(healthcheck === undefined ? isChecked : "test" in healthcheck, name);
        assert.isUndefined(profiles);
      }
      for (const mount of mounts) assert.property(volumes, mount.split(":")[0] ?? "");
    }
    assert.match(read("Dockerfile"), /^VOLUME \/data$/m);
    for (const [, { volumes: mounts }] of PARAPH_SERVICES)
      assert.deepStrictEqual(mounts, ["data:/data"]);
    assert.deepStrictEqual(services["mail"]?.profiles, ["mail"]);
  });
});
