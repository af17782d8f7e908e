import { randomBytes } from "node:crypto";

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

import { BrokenSignature } from "../verify/cms_signature.ts";
import { readTimeStamp, type TimeStamp } from "../verify/time_stamp.ts";

/** A time-stamping authority did not answer, or not with a time stamp that can be believed. */
export class TimeStampFailed extends Error {}

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const TIMEOUT = 10_000;
/** How far an authority's clock and ours may be apart. */
const SKEW = 5 * 60_000;
/** Far more than a token with all its certificates takes. */
const LARGEST = 256 * 1024;

/**
 * Has a SHA-256 digest stamped by an authority (RFC 3161). The token that is given was verified: it is
 * about this digest, it answers this request, its signature holds and its time is that of our clock.
 * Fails with `TimeStampFailed`.
 */
export async function requestTimeStamp(url: string, digest: Uint8Array): Promise<Uint8Array> {
  const nonce = new Uint8Array(randomBytes(8));
  // Positive, and never written with a nought in front.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const token = tokenOf(await post(url, requestOf(digest, nonce)));
  const stamp = verify(token, digest);
  if (stamp.nonce === undefined || !Buffer.from(stamp.nonce).equals(nonce))
    throw failed("answers another request");
  if (Math.abs(stamp.at.getTime() - Date.now()) > SKEW) throw failed("has another time than we");
  return token;
}

function requestOf(digest: Uint8Array, nonce: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(digest).buffer }),
    }),
    nonce: new asn1js.Integer({ valueHex: nonce.buffer }),
    certReq: true,
  });
  return request.toSchema().toBER(false);
}

async function post(address: string, body: ArrayBuffer): Promise<Uint8Array> {
  const { url, authorization } = withoutCredentials(address);
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/timestamp-query",
        accept: "application/timestamp-reply",
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
      signal,
    });
    if (!response.ok) throw failed(`answers with status ${response.status}`);
    return await bytesOf(response);
  } catch (error) {
    if (error instanceof TimeStampFailed) throw error;
    throw failed(signal.aborted ? "does not answer in time" : "cannot be reached");
  }
}

/** `fetch` takes no address with a password in it. */
function withoutCredentials(address: string) {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  if (username === "" && password === "") return { url, authorization: undefined };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const chunks: Array<Uint8Array> = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LARGEST) throw failed("answers with too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tokenOf(reply: Uint8Array): Uint8Array {
  try {
    const { status, timeStampToken } = pkijs.TimeStampResp.fromBER(new Uint8Array(reply));
    const isGranted = status.status <= pkijs.PKIStatus.grantedWithMods;
    if (!isGranted || timeStampToken === undefined)
      throw failed(`refuses (status ${status.status})`);
    return new Uint8Array(timeStampToken.toSchema().toBER(false));
  } catch (error) {
    if (error instanceof TimeStampFailed) throw error;
    throw failed("answers with something that is no time stamp");
  }
}

function verify(token: Uint8Array, digest: Uint8Array): TimeStamp {
  try {
    return readTimeStamp(token, (algorithm) =>
      algorithm === "sha256" ? digest : new Uint8Array(),
    );
  } catch (error) {
    if (error instanceof BrokenSignature) throw failed(`is not to be believed: ${error.message}`);
    throw error;
  }
}

function failed(what: string): TimeStampFailed {
  return new TimeStampFailed(`The time-stamping authority ${what}`);
}
