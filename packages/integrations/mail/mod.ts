export * from "./mail_server_probe.ts";
export * from "./mailer.ts";
