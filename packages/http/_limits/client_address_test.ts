import { assert, describe, it } from "@effect/vitest";

import { clientNetwork } from "./client_address.ts";

describe("clientNetwork()", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001::", "2001:db8:1:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["unknown", "unknown"],
  ])("maps %s to %s", (address, network) => assert.strictEqual(clientNetwork(address), network));
});
