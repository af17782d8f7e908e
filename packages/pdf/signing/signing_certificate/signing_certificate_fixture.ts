import { ownSigner } from "./certificate_folder.ts";
import { describeSigner } from "./signing_certificate.ts";

// A process that loads the signing certificate of a folder and sends its fingerprint.
const signer = await ownSigner(process.argv[2] ?? "", new Date());
process.send?.(describeSigner(signer).fingerprint);
process.disconnect();
