/**
 * Whether a host is this machine: `localhost`, a name below it, or a loopback address.
 *
 * @example
 * ```ts
 * import { isLoopbackHost } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isLoopbackHost("localhost"), true);
 * assert.equal(isLoopbackHost(new URL("http://[::1]:3000").hostname), true);
 * assert.equal(isLoopbackHost("127.0.0.1.example.com"), false);
 * ```
 *
 * @param host The `hostname` of a URL, or the text of an IP address.
 */
export function isLoopbackHost(host: string): boolean {
  return /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/iu.test(host);
}
