import { createHash } from "node:crypto";

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

import { issueCertificate } from "../signing/signing_certificate/issue_certificate.ts";

const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const SIGNED_DATA = "1.2.840.113549.1.7.2";
const engine = new pkijs.CryptoEngine({ name: "node", crypto });
const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: "SHA-256",
};

/** The defects of a test time-stamping authority. */
export interface AuthorityDefects {
  /** The offset of its clock, in milliseconds. */
  readonly ahead?: number;
  /** Whether it stamps other data than requested. */
  readonly other?: boolean;
  /** Whether it omits the nonce of the request. */
  readonly withoutNonce?: boolean;
  /** Whether its signature is invalid. */
  readonly forged?: boolean;
  /** Whether its certificate is for document signing. */
  readonly wrongPurpose?: boolean;
}

const authorities = new Map<string, ReturnType<typeof makeAuthority>>();

/** Responds to a time-stamp request (RFC 3161), with the given defects. */
export async function stampTime(
  request: Uint8Array,
  defects: AuthorityDefects = {},
): Promise<Uint8Array> {
  const kind = defects.wrongPurpose === true ? "seal" : "times";
  const authority = authorities.get(kind) ?? makeAuthority(kind);
  authorities.set(kind, authority);
  const { keys, certificate } = await authority;
  const timeStampRequest = pkijs.TimeStampReq.fromBER(new Uint8Array(request));
  const imprint = timeStampRequest.messageImprint;
  if (defects.other === true) {
    imprint.hashedMessage = new asn1js.OctetString({ valueHex: new Uint8Array(32).buffer });
  }
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: "1.2.3.4.1",
    messageImprint: imprint,
    serialNumber: new asn1js.Integer({ value: 7 }),
    genTime: new Date(Date.now() + (defects.ahead ?? 0)),
    ...(defects.withoutNonce === true || timeStampRequest.nonce === undefined
      ? {}
      : { nonce: timeStampRequest.nonce }),
  });
  const content = info.toSchema().toBER(false);
  const data = new pkijs.SignedData({
    version: 3,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new asn1js.OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: attributesOf(new Uint8Array(content), certificate),
        }),
      }),
    ],
    certificates: [certificate],
  });
  await data.sign(keys.privateKey, 0, "SHA-256", undefined, engine);
  const [signer] = data.signerInfos;
  if (defects.forged === true && signer !== undefined)
    signer.signature = new asn1js.OctetString({ valueHex: new Uint8Array(256).fill(7).buffer });
  const response = new pkijs.TimeStampResp({
    status: new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.granted }),
    timeStampToken: new pkijs.ContentInfo({
      contentType: SIGNED_DATA,
      content: data.toSchema(true),
    }),
  });
  return new Uint8Array(response.toSchema().toBER(false));
}

function attributesOf(content: Uint8Array, certificate: pkijs.Certificate) {
  const digest = (bytes: Uint8Array) =>
    new Uint8Array(createHash("sha256").update(bytes).digest()).buffer;
  const hash = digest(new Uint8Array(certificate.toSchema().toBER(false)));
  const sequence = (value: asn1js.AsnType) => new asn1js.Sequence({ value: [value] });
  const id = sequence(sequence(sequence(new asn1js.OctetString({ valueHex: hash }))));
  return [
    ["1.2.840.113549.1.9.3", new asn1js.ObjectIdentifier({ value: TST_INFO })] as const,
    ["1.2.840.113549.1.9.4", new asn1js.OctetString({ valueHex: digest(content) })] as const,
    ["1.2.840.113549.1.9.16.2.47", id] as const,
  ].map(([type, value]) => new pkijs.Attribute({ type, values: [value] }));
}

async function makeAuthority(kind: "times" | "seal") {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const name = { organization: "Example", commonName: "Example Time Stamping" };
  const der = await issueCertificate({
    subject: name,
    publicKey: keys.publicKey,
    issuer: { name, ...keys },
    kind,
    from: new Date(Date.now() - 864e5),
    to: new Date(Date.now() + 864e5),
  });
  return { keys, certificate: pkijs.Certificate.fromBER(new Uint8Array(der)) };
}
