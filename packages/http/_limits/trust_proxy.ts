import { Array, Option, Result } from "effect";
import { IpNetwork, NetAddress } from "effect/net";

/**
 * Proxies whose `X-Forwarded-For` is trusted: a number of hops, or the networks of their addresses
 * (`TRUST_PROXY`).
 */
export type TrustProxy =
  | { readonly hops: number }
  | { readonly networks: ReadonlyArray<IpNetwork.IpNetwork> };

/**
 * The IP address of the client, in canonical form; undefined if it is unknown.
 *
 * Each proxy appends the address of its client to `X-Forwarded-For`. The list is read from the end
 * while its proxies are trusted. Clients can forge the rest.
 *
 * @param remoteAddress The peer of the connection.
 * @param forwardedFor The header `X-Forwarded-For`.
 */
export function sourceIp(
  trust: TrustProxy | undefined,
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
): string | undefined {
  const remote = addressOf(remoteAddress ?? "");
  if (remote === undefined) return undefined;
  const clients = (forwardedFor ?? "").split(",").toReversed();
  let [source, hops] = [remote, 0];
  for (const client of clients) {
    if (!isTrusted(trust, source, hops)) break;
    const next = addressOf(client);
    if (next === undefined) break;
    [source, hops] = [next, hops + 1];
  }
  return NetAddress.formatIp(source);
}

function isTrusted(
  trust: TrustProxy | undefined,
  address: NetAddress.IpAddress,
  hops: number,
): boolean {
  if (trust === undefined) return false;
  if ("hops" in trust) return hops < trust.hops;
  return Array.some(trust.networks, (network) => IpNetwork.contains(network, address));
}

/**
 * Parses an address in the formats of proxies: in brackets, with a port or a zone, IPv4-mapped
 * IPv6.
 */
function addressOf(text: string): NetAddress.IpAddress | undefined {
  const plain = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/%.*$/, "");
  const result = NetAddress.ipFromString(plain);
  if (Result.isFailure(result)) return undefined;
  const address = result.success;
  return NetAddress.isIpv6Address(address)
    ? Option.getOrElse(NetAddress.fromIpv4Mapped(address), () => address)
    : address;
}
