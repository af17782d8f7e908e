import { isIPv6 } from "node:net";

/**
 * Whom an address stands for when requests are counted: an IPv4 address alone, an IPv6 address with
 * all of its /64, which one subscriber has to choose from as they like.
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
  // An IPv4 address at the end takes the place of two groups, which are beyond the network.
  return text === "" ? [] : text.replace(/(^|:)[\d.]+\.[\d.]+$/, "$10:0").split(":");
}
