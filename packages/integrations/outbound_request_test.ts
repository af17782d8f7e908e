import type { LookupAddress } from "node:dns";

import { assert, describe, it } from "@effect/vitest";
import { localServer } from "@paraph/testing/local_server";
import { Effect } from "effect";

import { outboundRequest, type Resolver } from "./outbound_request.ts";

const get = (url: string) => ({ url, method: "GET", headers: {}, maxBytes: 1000 }) as const;

/** Host names of an attacker, with their addresses. */
const NAMES: Readonly<Record<string, ReadonlyArray<string>>> = {
  "loopback.test": ["127.0.0.1"],
  "loopback6.test": ["::1"],
  "private10.test": ["10.0.0.7"],
  "private172.test": ["172.20.1.1"],
  "private192.test": ["192.168.0.10"],
  "metadata.test": ["169.254.169.254"],
  "metadata6.test": ["fd00:ec2::254"],
  "mapped.test": ["::ffff:10.0.0.1"],
  "nat64.test": ["64:ff9b::a9fe:a9fe"],
  "zero.test": ["0.0.0.0"],
  "linklocal6.test": ["fe80::1"],
  "one-of-two.test": ["93.184.216.34", "10.0.0.1"],
  "first-of-two.test": ["127.0.0.1", "93.184.216.34"],
  "shared.test": ["100.64.1.1"],
  "nowhere.test": [],
};

const addresses = (list: ReadonlyArray<string>): ReadonlyArray<LookupAddress> =>
  list.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

const resolver: Resolver = (host, callback) =>
  callback(null, addresses(NAMES[host] ?? ["127.0.0.1"]));

const PUBLIC_NETWORK = { allowPrivateNetwork: false, resolver };

/** Hosts outside of the public internet, some of them disguised. */
const HOSTILE_HOSTS = [
  // Loopback in all its notations.
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0177.1",
  "017700000001",
  "0x7f.0x0.0x0.0x1",
  "127.0.0.1.",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "１２７.0.0.1",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "localhost",
  "LOCALHOST",
  "localhost.",
  // The unspecified address.
  "0.0.0.0",
  "0",
  "0.1.2.3",
  "[::]",
  "255.255.255.255",
  "224.0.0.1",
  "240.0.0.1",
  // Private networks.
  "10.0.0.1",
  "10.255.255.255",
  "0x0a000001",
  "012.0.0.1",
  "167772161",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "0xc0.0xa8.1.1",
  "3232235777",
  "100.64.0.1",
  "198.18.0.1",
  "[fc00::1]",
  "[fd12:3456:789a::1]",
  "[fec0::1]",
  "[::ffff:192.168.0.1]",
  "[::ffff:a00:1]",
  // Link-local addresses, and the metadata services of clouds.
  "169.254.169.254",
  "169.254.0.1",
  "2852039166",
  "0xa9fea9fe",
  "0251.0376.0251.0376",
  "[fe80::1]",
  "[::ffff:169.254.169.254]",
  "[fd00:ec2::254]",
  // IPv4 behind translation and tunnels, documentation, multicast.
  "[64:ff9b::7f00:1]",
  "[64:ff9b::10.0.0.1]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2002:a00:1::1]",
  "[2001::1]",
  "[2001:db8::1]",
  "[ff02::1]",
  "[100::1]",
  "[3fff::1]",
  "192.0.0.8",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  ...Object.keys(NAMES),
];

/** Invalid URLs, and URLs with other schemes. */
const HOSTILE_URLS = [
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:70/_x",
  "data:,x",
  "//x",
  "",
  "http://",
  "http://[::1",
  "http://user:secret@93.184.216.34/",
  "http://127.0.0.1@10.0.0.1/",
  "javascript:alert(1)",
  "unix:/var/run/docker.sock",
  "http://a b/",
];

describe("outboundRequest()", () => {
  it.live("refuses every hostile URL, and connects to none of them", () =>
    Effect.gen(function* () {
      const { port, connections } = yield* localServer((_, response) => response.end("secret"));
      const urls = [
        ...HOSTILE_HOSTS.flatMap((host) => [`http://${host}:${port}/`, `https://${host}/`]),
        ...HOSTILE_URLS,
      ];
      assert.isAtLeast(HOSTILE_HOSTS.length + HOSTILE_URLS.length, 60);
      for (const url of urls) {
        const { message } = yield* outboundRequest(get(url), PUBLIC_NETWORK).pipe(Effect.flip);
        assert.match(
          message,
          /not on the public|URL is not valid|contains credentials|cannot be resolved/,
          url,
        );
      }
      assert.strictEqual(connections(), 0);
    }),
  );

  it.live("connects to the address that was checked: rebinding a name never reaches loopback", () =>
    Effect.gen(function* () {
      const { port, connections } = yield* localServer((_, response) => response.end("secret"));
      let lookups = 0;
      const rebinding: Resolver = (_, callback) =>
        callback(null, addresses([lookups++ % 2 === 0 ? "10.0.0.9" : "127.0.0.1"]));
      // One public address, and one that is not.
      const publicFirst: Resolver = (_, callback) =>
        callback(null, addresses([lookups++ % 2 === 0 ? "2000::1" : "127.0.0.1"]));
      for (const resolver of [rebinding, publicFirst]) {
        for (let round = 0; round < 6; round++) {
          const options = { allowPrivateNetwork: false, resolver };
          yield* outboundRequest(get(`http://rebound.test:${port}/`), options).pipe(
            Effect.timeoutOption("150 millis"),
            Effect.exit,
          );
        }
      }
      assert.strictEqual(lookups, 12);
      assert.strictEqual(connections(), 0);
    }),
  );

  it.live("resolves a name once, and sends the name in the Host header", () =>
    Effect.gen(function* () {
      const hosts: Array<string | undefined> = [];
      const { port } = yield* localServer((request, response) => {
        hosts.push(request.headers.host);
        response.writeHead(302, { location: "/elsewhere" }).end("moved");
      });
      let lookups = 0;
      const counting: Resolver = (_, callback) => {
        lookups++;
        callback(null, addresses(["127.0.0.1"]));
      };
      const response = yield* outboundRequest(get(`http://partner.test:${port}/`), {
        allowPrivateNetwork: true,
        resolver: counting,
      });
      assert.strictEqual(response.status, 302);
      assert.deepEqual([lookups, hosts], [1, [`partner.test:${port}`]]);
    }),
  );

  it.live("stops reading a body at the limit", () =>
    Effect.gen(function* () {
      const { port } = yield* localServer((_, response) => response.end("x".repeat(100_000)));
      const response = yield* outboundRequest(get(`http://127.0.0.1:${port}/`), {
        allowPrivateNetwork: true,
      });
      assert.deepEqual([response.ending, response.bytes.length], ["too large", 1000]);
    }),
  );
});
