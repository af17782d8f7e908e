import { ownIdentity } from "./own_identity.ts";
import { describeIdentity } from "./sealing_identity.ts";

// A process of its own that asks for the identity in a folder, and says which one it was given.
const identity = await ownIdentity(process.argv[2] ?? "", new Date());
process.send?.(describeIdentity(identity).fingerprint);
process.disconnect();
