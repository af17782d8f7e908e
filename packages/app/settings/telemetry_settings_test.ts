import { inspect } from "node:util";

import { assert, describe, it } from "@effect/vitest";
import { ConfigProvider, Effect, Redacted } from "effect";

import { readSettings } from "./read_settings.ts";

const SECRET = "hunter2";

const read = (variables: Record<string, string>) =>
  Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: variables }),
  );

describe("readSettings", () => {
  it.effect("OTEL_… name the collector, and credentials are never shown", () =>
    Effect.gen(function* () {
      const { telemetry } = yield* read({
        OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/otlp/",
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}, x-scope = a%2Cb`,
        OTEL_SERVICE_NAME: "documents",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=live,empty=",
      });
      const { headers, ...told } = telemetry!;
      assert.deepStrictEqual(Redacted.value(headers), {
        authorization: `Bearer ${SECRET}`,
        "x-scope": "a,b",
      });
      assert.deepStrictEqual(told, {
        endpoint: "https://collector.example/otlp",
        serviceName: "documents",
        resourceAttributes: { "deployment.environment.name": "live", empty: "" },
      });
      assert.notInclude(inspect(telemetry, { depth: 9 }), SECRET);
    }),
  );
});
