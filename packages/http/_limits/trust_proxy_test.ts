import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";
import { IpNetwork } from "effect/net";

import { sourceIp, type TrustProxy } from "./trust_proxy.ts";

const within = (...networks: ReadonlyArray<string>): TrustProxy => ({
  networks: networks.map((network) => IpNetwork.fromStringUnsafe(network)),
});

const PROXIES = within("10.0.0.0/8", "fd00::/8");

const CASES: ReadonlyArray<
  readonly [
    name: string,
    trust: TrustProxy | undefined,
    remote: string | undefined,
    forwarded: string | undefined,
    source: string | undefined,
  ]
> = [
  ["trusts no proxy by default", undefined, "10.0.0.1", "192.0.2.1", "10.0.0.1"],
  ["no header", { hops: 2 }, "192.0.2.1", undefined, "192.0.2.1"],
  ["one proxy", { hops: 1 }, "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  [
    "ignores addresses that the client forged",
    { hops: 1 },
    "10.0.0.1",
    "9.9.9.9, 192.0.2.1",
    "192.0.2.1",
  ],
  ["two proxies", { hops: 2 }, "10.0.0.1", "9.9.9.9, 192.0.2.1, 10.0.0.2", "192.0.2.1"],
  ["fewer addresses than proxies", { hops: 3 }, "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["ignores the header of untrusted peers", PROXIES, "203.0.113.5", "192.0.2.1", "203.0.113.5"],
  [
    "skips trusted proxies",
    PROXIES,
    "10.0.0.1",
    "9.9.9.9, 192.0.2.1, fd00::1, 10.2.3.4",
    "192.0.2.1",
  ],
  ["only proxies", PROXIES, "10.0.0.1", "10.0.0.3", "10.0.0.3"],
  ["IPv4 within IPv6", PROXIES, "::ffff:10.0.0.1", "::ffff:192.0.2.1", "192.0.2.1"],
  ["ports, brackets and zones", PROXIES, "10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"],
  ["a port", PROXIES, "10.0.0.1", "192.0.2.1:5060", "192.0.2.1"],
  ["canonical form", PROXIES, "10.0.0.1", "2001:0DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["stops at invalid addresses", { hops: 2 }, "10.0.0.1", "192.0.2.1, unknown", "10.0.0.1"],
  ["an empty header", { hops: 1 }, "10.0.0.1", "", "10.0.0.1"],
  ["no connection", { hops: 1 }, undefined, "192.0.2.1", undefined],
];

describe("sourceIp()", () => {
  it.each(CASES)("%s", (_name, trust, remote, forwardedFor, source) => {
    assert.strictEqual(sourceIp(trust, remote, forwardedFor), source);
  });

  it.prop("ignores everything before the last trusted address", [Schema.String], ([prefix]) => {
    assert.strictEqual(sourceIp({ hops: 1 }, "10.0.0.1", `${prefix},192.0.2.1`), "192.0.2.1");
    assert.strictEqual(sourceIp(PROXIES, "10.0.0.1", `${prefix},192.0.2.1`), "192.0.2.1");
  });
});
