/**
 * Looks at what a deployment depends on, without sending, sealing or making anything.
 *
 * @module
 */
export * from "./mail_server.ts";
export * from "../signing/probes/sealing_certificate.ts";
export * from "../signing/probes/time_stamping.ts";
