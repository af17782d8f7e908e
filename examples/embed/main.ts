import { startIntegratorApp } from "./partner_app.ts";

const { PARAPH_URL, PARAPH_EMBED_URL, PARAPH_API_KEY, SERVICE_ADMIN_KEY, PORT } = process.env;
if (PARAPH_API_KEY === undefined && SERVICE_ADMIN_KEY === undefined) {
  console.error("Set PARAPH_API_KEY, or SERVICE_ADMIN_KEY to create a project. See README.md.");
  process.exit(1);
}
const { origin } = await startIntegratorApp({
  paraphUrl: PARAPH_URL ?? "http://127.0.0.1:3000",
  embedUrl: PARAPH_EMBED_URL,
  apiKey: PARAPH_API_KEY,
  adminKey: SERVICE_ADMIN_KEY,
  port: Number(PORT ?? 4000),
});
console.log(`The integrator's app is at ${origin}`);
