import { assert, describe, it } from "@effect/vitest";
import { Option } from "effect";

import { isLocalRequest } from "./local_access.ts";

const request = (address: string | undefined, headers: Readonly<Record<string, string>> = {}) => ({
  remoteAddress: Option.fromUndefinedOr(address),
  headers: { host: "127.0.0.1:3000", ...headers },
});

describe("isLocalRequest()", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1:3000"],
    ["127.8.9.1", "localhost:3000"],
    ["::ffff:127.0.0.1", "LocalHost"],
    ["::1", "[::1]:3000"],
    ["::1", "paraph.localhost"],
  ])("accepts %s with the host %s", (address, host) => {
    assert.isTrue(isLocalRequest(request(address, { host })));
  });

  it.each([
    undefined,
    "",
    "192.168.0.7",
    "::ffff:10.0.0.1",
    "203.0.113.9",
    "172.17.0.1",
    "fe80::1",
  ])("rejects the peer %s", (address) => {
    assert.isFalse(isLocalRequest(request(address)));
    const headers = { "x-forwarded-for": "127.0.0.1" };
    assert.isFalse(isLocalRequest(request(address, headers)));
  });

  it.each([
    "",
    "paraph.example.com",
    "localhost.example.com",
    "127.0.0.1.example.com:3000",
    "127.0.0.1@example.com",
    "10.0.0.1:3000",
    "a b",
  ])("rejects the host %j", (host) => {
    assert.isFalse(isLocalRequest(request("127.0.0.1", { host })));
  });

  it.each(["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"])(
    "rejects requests of proxies with the header %s",
    (name) => {
      assert.isFalse(isLocalRequest(request("127.0.0.1", { [name]: "127.0.0.1" })));
    },
  );
});
