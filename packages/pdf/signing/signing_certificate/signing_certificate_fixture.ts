import { ownSigner } from "./certificate_folder.ts";
import { describeSigner } from "./signing_certificate.ts";

// A process of its own that asks for the identity in a folder, and says which one it was given.
const identity = await ownSigner(process.argv[2] ?? "", new Date());
process.send?.(describeSigner(identity).fingerprint);
process.disconnect();
