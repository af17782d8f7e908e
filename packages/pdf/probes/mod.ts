/**
 * Looks at what a deployment depends on, without sending, sealing or making anything.
 *
 * @module
 */
export * from "./sealing_certificate.ts";
export * from "./time_stamping.ts";
