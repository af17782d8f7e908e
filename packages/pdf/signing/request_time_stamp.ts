import { randomBytes } from "node:crypto";

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

import { BrokenSignature } from "../verify/cms_signature.ts";
import { readTimeStamp, type TimeStamp } from "../verify/time_stamp.ts";

/** A time-stamping authority did not return a valid time stamp. */
export class TimeStampFailed extends Error {}

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const TIMEOUT = 10_000;
/** The tolerance between the clock of the authority and ours, in milliseconds. */
const MAX_CLOCK_SKEW = 5 * 60_000;
/** The maximum size of a response, in bytes; far more than a token with its certificates. */
const MAX_RESPONSE_SIZE = 256 * 1024;

/**
 * Requests a time stamp of a SHA-256 digest (RFC 3161). The returned token is verified: digest, nonce,
 * signature, and a time close to our clock. Fails with `TimeStampFailed`.
 */
export async function requestTimeStamp(url: string, digest: Uint8Array): Promise<Uint8Array> {
  const nonce = new Uint8Array(randomBytes(8));
  // Positive and without a leading zero byte, so that DER does not change it.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const token = tokenOf(await post(url, requestOf(digest, nonce)));
  const stamp = verify(token, digest);
  if (stamp.nonce === undefined || !Buffer.from(stamp.nonce).equals(nonce))
    throw failure("returned the time stamp of another request");
  if (Math.abs(stamp.at.getTime() - Date.now()) > MAX_CLOCK_SKEW)
    throw failure("returned a time that is more than 5 minutes off");
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
    if (!response.ok) throw failure(`responded with status ${response.status}`);
    return await bytesOf(response);
  } catch (error) {
    if (error instanceof TimeStampFailed) throw error;
    throw failure(signal.aborted ? "did not respond in time" : "cannot be reached");
  }
}

/** `fetch` refuses URLs with credentials. */
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
    if (length > MAX_RESPONSE_SIZE) throw failure("responded with more than 256 KiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tokenOf(reply: Uint8Array): Uint8Array {
  try {
    const { status, timeStampToken } = pkijs.TimeStampResp.fromBER(new Uint8Array(reply));
    const isGranted = status.status <= pkijs.PKIStatus.grantedWithMods;
    if (!isGranted || timeStampToken === undefined)
      throw failure(`refused the request (status ${status.status})`);
    return new Uint8Array(timeStampToken.toSchema().toBER(false));
  } catch (error) {
    if (error instanceof TimeStampFailed) throw error;
    throw failure("did not return a time stamp");
  }
}

function verify(token: Uint8Array, digest: Uint8Array): TimeStamp {
  try {
    return readTimeStamp(token, (algorithm) =>
      algorithm === "sha256" ? digest : new Uint8Array(),
    );
  } catch (error) {
    if (error instanceof BrokenSignature)
      throw failure(`returned an invalid time stamp: ${error.message}`);
    throw error;
  }
}

function failure(what: string): TimeStampFailed {
  return new TimeStampFailed(`The time-stamping authority ${what}`);
}
