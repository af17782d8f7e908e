import { Result } from "effect";
import { IpNetwork, NetAddress } from "effect/net";

/** Networks that are not the public internet (IANA special-purpose registries). */
const NON_PUBLIC_NETWORKS = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  // Parts of the global IPv6 network for tunnels, documentation and IPv4.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
].map(IpNetwork.fromStringUnsafe);

/** Contains all public IPv6 addresses, and no mapped, translated (NAT64), local or multicast ones. */
const GLOBAL_IPV6 = IpNetwork.fromStringUnsafe("2000::/3");

/**
 * Whether an address is on the public internet: not loopback, private, link-local, a cloud's metadata
 * service or IPv4 embedded in IPv6.
 *
 * @example
 * ```ts
 * import { isPublicAddress } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isPublicAddress("1.1.1.1"), true);
 * assert.equal(isPublicAddress("169.254.169.254"), false);
 * assert.equal(isPublicAddress("::ffff:1.1.1.1"), false);
 * ```
 *
 * @param address The text of an IPv4 or IPv6 address; any other text is not public.
 */
export function isPublicAddress(address: string): boolean {
  const ip = Result.getOrUndefined(NetAddress.ipFromString(address));
  if (ip === undefined || NON_PUBLIC_NETWORKS.some((network) => IpNetwork.contains(network, ip))) {
    return false;
  }
  return NetAddress.isIpv4Address(ip) || IpNetwork.contains(GLOBAL_IPV6, ip);
}

/** The IP address that is the host of a URL; `undefined` if the host is a name. */
export function literalAddress({ hostname }: { readonly hostname: string }): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, "");
  return Result.isSuccess(NetAddress.ipFromString(host)) ? host : undefined;
}
