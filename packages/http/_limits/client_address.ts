import { isIPv6 } from "node:net";

/**
 * The network of an address for rate limits: an IPv4 address itself, or the /64 of an IPv6 address,
 * which belongs to one subscriber.
 */
export function clientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.replace(/%.*$/, "").split("::");
  const left = groupsOf(head);
  const right = groupsOf(tail ?? "");
  const gap = Array.from({ length: 8 - left.length - right.length }, () => "0");
  const network = [...left, ...gap, ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

function groupsOf(text: string): ReadonlyArray<string> {
  // An embedded IPv4 address counts as two groups, which are outside of the /64.
  return text === "" ? [] : text.replace(/(^|:)[\d.]+\.[\d.]+$/, "$10:0").split(":");
}
