import { KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";

import { Redacted } from "effect";

import { SigningCertificateUnavailable, pkcs8, type Signer } from "./signing_certificate.ts";

/** A PKCS#12 file and its password. */
export interface P12File {
  readonly path: string;
  readonly password: Redacted.Redacted | undefined;
}

/** Reads a PKCS#12 file. Fails with `SigningCertificateUnavailable` unless its certificate can sign now. */
export async function readP12(file: P12File, now: Date): Promise<Signer> {
  const signer = await openP12File(file);
  checkSigner(signer, now);
  return signer;
}

/** Reads a PKCS#12 file, even if its certificate has expired. Fails with `SigningCertificateUnavailable`. */
export async function openP12File({ path, password }: P12File): Promise<Signer> {
  return openFile(await read(path), password);
}

/** Fails with `SigningCertificateUnavailable` if the certificate is not valid now or its key is too short. */
export function checkSigner({ certificate }: Signer, now: Date): void {
  const { validFromDate, validToDate, publicKey } = new X509Certificate(certificate);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  if (validToDate <= now) throw invalidFile(`the certificate expired on ${day(validToDate)}`);
  if (validFromDate > now)
    throw invalidFile(`the certificate is not valid before ${day(validFromDate)}`);
  const bits = publicKey.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < 2048)
    throw invalidFile(`its RSA key has ${bits} bits; at least 2048 are safe`);
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw invalidFile(READING[String(code)] ?? "the file cannot be read");
  }
}

const READING: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EACCES: "no permission to read the file",
  EISDIR: "it is a folder",
};

async function openFile(
  bytes: Uint8Array,
  password: Redacted.Redacted | undefined,
): Promise<Signer> {
  // Imported on demand, because few deployments have a file.
  const { P12Signer, SignerError } = await import("@libpdf/core");
  const p12 = await P12Signer.create(
    bytes,
    password === undefined ? "" : Redacted.value(password),
  ).catch((error: unknown) => {
    const message = error instanceof SignerError ? error.message : "";
    if (/invalid password|integrity/i.test(message)) throw wrongPassword(password);
    if (/no (private key|certificates)/i.test(message)) throw invalidFile(lowerFirst(message));
    if (/unsupported key algorithm/i.test(message))
      throw invalidFile("its key is neither RSA nor of a curve (P-256, P-384, P-521)");
    throw invalidFile("it is not a PKCS#12 file");
  });
  // LibPDF does not expose the key, which the sealing thread needs.
  const key: unknown = Reflect.get(p12, "privateKey");
  if (!(key instanceof CryptoKey)) throw new TypeError("LibPDF has no privateKey in P12Signer");
  const privateKey = KeyObject.from(key);
  return orderChain(privateKey, [p12.certificate, ...p12.certificateChain]);
}

/** Files have certificates in any order; the key identifies the signing certificate. */
function orderChain(privateKey: KeyObject, certificates: ReadonlyArray<Uint8Array>): Signer {
  const left = certificates.map((der) => new X509Certificate(der));
  let next = left.find((certificate) => certificate.checkPrivateKey(privateKey));
  if (next === undefined) throw invalidFile("none of its certificates matches its key");
  const [certificate] = [next];
  const chain: Array<X509Certificate> = [];
  while (next !== undefined) {
    const current: X509Certificate = next;
    if (current !== certificate) chain.push(current);
    left.splice(left.indexOf(current), 1);
    next = left.find((other) => current.checkIssued(other));
  }
  return {
    privateKey: pkcs8(privateKey),
    certificate: new Uint8Array(certificate.raw),
    chain: chain.map(({ raw }) => new Uint8Array(raw)),
    selfSigned: certificate.subject === certificate.issuer,
  };
}

function lowerFirst(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1);
}

function invalidFile(what: string): SigningCertificateUnavailable {
  return new SigningCertificateUnavailable({ message: `SIGNING_P12_PATH: ${what}` });
}

function wrongPassword(password: Redacted.Redacted | undefined): SigningCertificateUnavailable {
  const what = password === undefined ? "is needed to open" : "does not open";
  return new SigningCertificateUnavailable({
    message: `SIGNING_P12_PASSWORD ${what} the file at SIGNING_P12_PATH`,
  });
}
