export * from "./letter.ts";
export * from "./mail.ts";
export * from "./mail_audit.ts";
export * from "./mail_job.ts";
export * from "./mail_queue.ts";
export * from "./mail_store.ts";
export * from "./mailer.ts";
export * from "./mails.ts";
