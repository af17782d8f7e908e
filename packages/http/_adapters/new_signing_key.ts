import { generateKeyPairSync } from "node:crypto";

import type { SigningJwk } from "./token_signer_jose.ts";

/** Generates a signing key for embed sessions. */
export function newSigningKey(): SigningJwk {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x = "", d = "" } = privateKey.export({ format: "jwk" });
  return { kty: "OKP", crv: "Ed25519", x, d };
}
