export * from "./mail_worker.ts";
export * from "./mailer.ts";
