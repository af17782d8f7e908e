import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 networks that are not the public internet (IANA special-purpose registry). */
const NOT_PUBLIC_IPV4 = blockList("ipv4", [
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
]);

/** All public IPv6 addresses are in here. */
const GLOBAL_IPV6 = blockList("ipv6", ["2000::/3"]);

/** Parts of it that lead elsewhere: into tunnels, documentation, or IPv4. */
const NOT_PUBLIC_IPV6 = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

function blockList(family: "ipv4" | "ipv6", networks: ReadonlyArray<string>): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const slash = network.indexOf("/");
    list.addSubnet(network.slice(0, slash), Number(network.slice(slash + 1)), family);
  }
  return list;
}

/**
 * Whether an address is on the public internet: not loopback, private, link-local, a cloud's metadata
 * service, nor IPv4 in the clothes of IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_IPV4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return GLOBAL_IPV6.check(address, "ipv6") && !NOT_PUBLIC_IPV6.check(address, "ipv6");
}
